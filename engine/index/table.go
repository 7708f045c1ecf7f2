package index

import (
	"bytes"
	"database/sql/driver"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// Table is what a query gives. Rows may be read once, within the call that was handed the table; a
// failure is the last thing it yields.
type Table struct {
	Columns []Column
	Rows    iter.Seq2[[]any, error]
}

// Column is a column with DuckDB's name of its type.
//
// A value is nil, bool, a Go integer or float, string, json.Number (HUGEINT and DECIMAL, every
// digit), []any (lists and arrays) or Fields (structs and maps). Strings are also: floats that JSON
// has no number for, times (ISO 8601, with Z where the type has a zone), intervals (ISO 8601), UUIDs
// and BLOBs (base64). A value of type JSON is as it was decoded.
type Column struct{ Name, Type string }

// Fields is a struct or a map as a JSON object, in the order of the type or of the map.
type Fields []Field

// Field is one entry of Fields.
type Field struct {
	Name  string
	Value any
}

// MarshalJSON keeps the order. Text is not escaped for HTML.
func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i, field := range f {
		b.WriteByte("{,"[min(i, 1)])
		if err := encoder.Encode(field.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encoder.Encode(field.Value); err != nil {
			return nil, err
		}
	}
	if len(f) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func columnsOf(s *duckdb.Stmt, rows driver.Rows) ([]Column, []duckdb.TypeInfo, error) {
	names := rows.Columns()
	columns, types := make([]Column, len(names)), make([]duckdb.TypeInfo, len(names))
	for i, name := range names {
		columns[i] = Column{Name: name, Type: rows.(driver.RowsColumnTypeDatabaseTypeName).ColumnTypeDatabaseTypeName(i)}
		var err error
		if types[i], err = s.ColumnTypeInfo(i); err != nil {
			return nil, nil, &QueryError{Cause: fmt.Sprintf("column %q has a type that cannot be shown; cast it to VARCHAR", name)}
		}
	}
	return columns, types, nil
}

// plain is a value of the driver as Column describes it.
func plain(v driver.Value, of duckdb.TypeInfo) any {
	if v == nil {
		return nil
	}
	switch details := of.Details().(type) {
	case *duckdb.ListDetails:
		return plainList(v, details.Child)
	case *duckdb.ArrayDetails:
		return plainList(v, details.Child)
	case *duckdb.StructDetails:
		values, isStruct := v.(map[string]any)
		if !isStruct {
			return v
		}
		fields := make(Fields, 0, len(details.Entries))
		for _, e := range details.Entries {
			fields = append(fields, Field{e.Name(), plain(values[e.Name()], e.Info())})
		}
		return fields
	case *duckdb.MapDetails:
		return plainMap(v, details)
	case *duckdb.UnionDetails:
		union, isUnion := v.(duckdb.Union)
		for _, m := range details.Members {
			if isUnion && m.Name == union.Tag {
				return plain(union.Value, m.Type)
			}
		}
		return nil
	}
	return scalar(v, of.InternalType())
}

func plainList(v driver.Value, child duckdb.TypeInfo) any {
	list, isList := v.([]any)
	if !isList {
		return v
	}
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = plain(item, child)
	}
	return out
}

func plainMap(v driver.Value, details *duckdb.MapDetails) any {
	var fields Fields
	add := func(key, value any) {
		fields = append(fields, Field{fmt.Sprint(plain(key, details.Key)), plain(value, details.Value)})
	}
	switch m := v.(type) {
	case duckdb.OrderedMap:
		for i, key := range m.Keys() {
			add(key, m.Values()[i])
		}
	case duckdb.Map:
		for key, value := range m {
			add(key, value)
		}
		slices.SortFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	default:
		return v
	}
	return fields
}

func scalar(v driver.Value, of duckdb.Type) any {
	switch v := v.(type) {
	case float32:
		return number(v, float64(v))
	case float64:
		return number(v, v)
	case *big.Int:
		return json.Number(v.String())
	case duckdb.Decimal:
		return json.Number(v.String())
	case duckdb.Interval:
		return period(v)
	case duckdb.UUID:
		return v.String()
	case duckdb.Bit:
		return v.String()
	case []byte:
		if of == duckdb.TYPE_UUID && len(v) == 16 {
			id := duckdb.UUID(v)
			return id.String()
		}
		return base64.StdEncoding.EncodeToString(v)
	case time.Time:
		return moment(v, of)
	}
	return v
}

func number(v any, x float64) any {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	}
	return v
}

func moment(t time.Time, of duckdb.Type) string {
	switch of {
	case duckdb.TYPE_DATE:
		return t.Format(time.DateOnly)
	case duckdb.TYPE_TIME:
		return t.Format("15:04:05.999999")
	case duckdb.TYPE_TIME_TZ:
		return t.Format("15:04:05.999999Z07:00")
	case duckdb.TYPE_TIMESTAMP_TZ:
		return t.UTC().Format(time.RFC3339Nano)
	}
	return t.Format("2006-01-02T15:04:05.999999999")
}

// period is an interval as ISO 8601 has it, for example P1M2DT3.5S.
func period(i duckdb.Interval) string {
	var b strings.Builder
	b.WriteByte('P')
	if i.Months != 0 {
		fmt.Fprintf(&b, "%dM", i.Months)
	}
	if i.Days != 0 {
		fmt.Fprintf(&b, "%dD", i.Days)
	}
	if i.Micros != 0 || b.Len() == 1 {
		seconds := new(big.Rat).SetFrac64(i.Micros, 1e6).FloatString(6)
		fmt.Fprintf(&b, "T%sS", strings.TrimRight(strings.TrimRight(seconds, "0"), "."))
	}
	return b.String()
}
