// Package engine is the one façade that the command line, and later MCP and HTTP, call. It opens
// the file and the model that a request needs, delegates to the rooms below, and gives each
// failure its name, exit code and hint.
package engine
