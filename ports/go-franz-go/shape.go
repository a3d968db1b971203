package main

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// shape tells which fields a version has: those that change its bytes. No type of the library's says so.
type shape struct {
	of      reflect.Type
	version int16
	known   map[string]bool
}

type shapeKey struct {
	of      reflect.Type
	version int16
}

var shapes = map[shapeKey]shape{}

func shapeOf(of reflect.Type, version int16) shape {
	key := shapeKey{of, version}
	if _, known := shapes[key]; !known {
		shapes[key] = shape{of, version, map[string]bool{}}
	}
	return shapes[key]
}

// differs is whether one change of a field gives other bytes than another.
func (s shape) differs(path []int, name string, one, other func(reflect.Value)) bool {
	key := fmt.Sprint(name, path)
	if _, known := s.known[key]; !known {
		s.known[key] = !bytes.Equal(s.written(path, one), s.written(path, other))
	}
	return s.known[key]
}

func (s shape) has(path []int) bool { return s.differs(path, "has", func(reflect.Value) {}, changed) }

// nullable is whether nil is null there, and not the empty list.
func (s shape) nullable(path []int) bool { return s.differs(path, "nullable", zeroed, emptied) }

// written is the message in which all lists have one item, but for what change makes of the field at the end of path.
func (s shape) written(path []int, change func(reflect.Value)) []byte {
	one := reflect.New(s.of)
	of := one.Interface().(message)
	of.Default()
	of.SetVersion(s.version)
	filled(one.Elem())
	field := one.Elem()
	for _, place := range path {
		for field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice {
			if field.Kind() == reflect.Slice {
				field = field.Index(0)
			} else {
				field = field.Elem()
			}
		}
		field = field.Field(place)
	}
	change(field)
	return of.AppendTo(nil)
}

func filled(of reflect.Value) {
	switch of.Kind() {
	case reflect.Pointer:
		of.Set(made1(of.Type().Elem()))
		filled(of.Elem())
	case reflect.Slice:
		of.Set(reflect.Append(reflect.MakeSlice(of.Type(), 0, 1), made1(of.Type().Elem()).Elem()))
		filled(of.Index(0))
	case reflect.Struct:
		for i := range of.NumField() {
			if of.Type().Field(i).IsExported() && of.Type().Field(i).Type != reflect.TypeFor[kmsg.Tags]() {
				filled(of.Field(i))
			}
		}
	}
}

func zeroed(field reflect.Value) { field.SetZero() }

func emptied(field reflect.Value) {
	if field.Kind() == reflect.Slice {
		field.Set(reflect.MakeSlice(field.Type(), 0, 0))
	}
}

func changed(field reflect.Value) {
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(!field.Bool())
	case reflect.String:
		field.SetString(field.String() + "x")
	case reflect.Array:
		field.Index(0).SetUint(1)
	case reflect.Float64:
		field.SetFloat(field.Float() + 1)
	case reflect.Uint16:
		field.SetUint(field.Uint() + 1)
	case reflect.Pointer:
		changed(field.Elem())
	case reflect.Slice:
		emptied(field)
	case reflect.Struct:
		for i := range field.NumField() {
			if field.Type().Field(i).Type != reflect.TypeFor[kmsg.Tags]() {
				changed(field.Field(i))
			}
		}
	default:
		field.SetInt(field.Int() + 1)
	}
}
