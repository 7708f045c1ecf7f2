package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// progressEvery is the least time between two writes of the lock file in one phase.
const progressEvery = 500 * time.Millisecond

// lockFile is the right to write, held with flock: the kernel frees it when its holder dies, so a
// file that was left behind never blocks.
type lockFile struct {
	path string
	lock *flock.Flock

	mu     sync.Mutex
	holder Holder
	told   time.Time
}

func lockPath(path string) string { return path + ".lock" }

// acquire takes the lock of a database at once or not at all. Errors: *LockedError, *ForeignError.
func acquire(path, command string) (*lockFile, error) {
	if err := openable(lockPath(path)); err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	l := &lockFile{path: lockPath(path), lock: flock.New(lockPath(path), flock.SetFlag(os.O_CREATE|os.O_RDWR))}
	for {
		taken, err := l.lock.TryLock()
		if err != nil {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		if !taken {
			refusal := &LockedError{Path: path}
			if holder, err := ReadHolder(path); err == nil && holder != nil {
				refusal.Holder = *holder
			}
			return nil, refusal
		}
		if l.current() {
			break
		}
		// The last holder removed the file between our opening and our locking it.
		if err := l.lock.Close(); err != nil {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
	}
	host, _ := os.Hostname()
	if command == "" {
		command = strings.Join(os.Args, " ")
	}
	l.holder = Holder{PID: os.Getpid(), Host: host, Command: command, Started: time.Now().UTC().Format(time.RFC3339)}
	if err := l.write(); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), l.lock.Close())
	}
	return l, nil
}

// current reports whether the locked file is the one that others would find.
func (l *lockFile) current() bool {
	held, err := l.lock.Stat()
	if err != nil {
		return false
	}
	found, err := os.Stat(l.path)
	return err == nil && os.SameFile(held, found)
}

// write tells who holds the lock. Readers decode the first JSON value, so an old tail is harmless
// until it is cut off.
func (l *lockFile) write() error {
	text, err := json.Marshal(l.holder)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	file, err := os.OpenFile(l.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(text, 0)
	return errors.Join(err, file.Truncate(int64(len(text))), file.Close())
}

// tell records progress, but not more often than anyone looks.
func (l *lockFile) tell(p Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.Phase == l.holder.Progress.Phase && time.Since(l.told) < progressEvery {
		return
	}
	l.holder.Progress = p
	if l.write() == nil { // a full disk will be noticed where it matters
		l.told = time.Now()
	}
}

// release gives the right up; done also removes the file. One that is left tells of an interrupted
// build.
func (l *lockFile) release(done bool) error {
	var err error
	if done {
		err = os.Remove(l.path)
	}
	return errors.Join(err, l.lock.Close())
}

// ReadHolder tells who writes the database at path, or wrote it last and was interrupted; nil
// where nobody is known. It takes no lock.
func ReadHolder(path string) (*Holder, error) {
	if err := openable(lockPath(path)); err != nil {
		return nil, err
	}
	file, err := os.Open(lockPath(path))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var holder Holder
	if err := json.NewDecoder(file).Decode(&holder); err != nil {
		return nil, fmt.Errorf("lock file %s: %w", lockPath(path), err)
	}
	return &holder, nil
}
