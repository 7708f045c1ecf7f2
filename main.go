// Octavo turns folders of documents into one DuckDB file and answers questions over it.
package main

import (
	"context"
	"os"

	"octavo/commands"
)

// version is set by the release build.
var version = "0.1.0-dev"

func main() {
	ctx, stop := commands.Interruptible(context.Background())
	app := commands.App{Version: version, Console: commands.System(), Getenv: os.Getenv}
	code := app.Run(ctx, os.Args)
	stop()
	os.Exit(code)
}
