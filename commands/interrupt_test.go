package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

const waiting = "OCTAVO_TEST_WAITS_FOR_SIGNALS"

// TestMain lets the test binary be the program that is interrupted.
func TestMain(m *testing.M) {
	if os.Getenv(waiting) == "" {
		os.Exit(m.Run())
	}
	ctx, _ := Interruptible(context.Background())
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("cancelled")
	select {} // a program that does not heed the first signal
}

func TestTheFirstInterruptCancelsAndTheSecondEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals to send")
	}
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), waiting+"=1")
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for _, want := range []string{"ready", "cancelled"} {
		if !lines.Scan() || lines.Text() != want {
			program.Process.Kill()
			t.Fatalf("the program says %q, want %q", lines.Text(), want)
		}
		if err := program.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := program.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("the program ended with %v, want exit code 130", err)
	}
}
