package index

// Holder is what the lock file says of the process that writes, or last wrote.
type Holder struct {
	PID      int      `json:"pid"`
	Host     string   `json:"host"`
	Command  string   `json:"command"`
	Started  string   `json:"started"` // RFC 3339
	Progress Progress `json:"progress"`
}

// Progress is how far a build has come.
type Progress struct {
	Phase    string `json:"phase"`
	Files    int    `json:"files"`
	Done     int    `json:"done"`
	Embedded int    `json:"embedded"`
	Missing  int    `json:"missing"`
}
