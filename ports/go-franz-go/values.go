package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

const unknown = "_unknownTaggedFields"

// setAll gives a struct of the library's the fields of a document; others keep their defaults.
func (s shape) setAll(of reflect.Value, document map[string]any, path []int) error {
	fields := map[string]int{}
	for i := range of.NumField() {
		fields[kafkasName(of.Type(), of.Type().Field(i).Name)] = i
	}
	for name, given := range document {
		if name == unknown {
			if !of.FieldByName("UnknownTags").IsValid() {
				return protocol.Declined("it has no tags here")
			}
			tags := of.FieldByName("UnknownTags").Addr().Interface().(*kmsg.Tags)
			for _, each := range given.([]any) {
				tag := each.(map[string]any)
				data, _ := hex.DecodeString(tag["data"].(string))
				tags.Set(uint32(tag["tag"].(float64)), data)
			}
		} else if field, known := fields[name]; !known {
			return protocol.Declined("it has no field " + name)
		} else if err := s.set(of.Field(field), given, slices.Concat(path, []int{field})); err != nil {
			return err
		}
	}
	return nil
}

func (s shape) set(field reflect.Value, given any, path []int) error {
	kind := field.Kind()
	if given == nil {
		if kind != reflect.Pointer && (kind != reflect.Slice || !s.nullable(path)) {
			return protocol.Declined(fmt.Sprintf("a %s is never null to it", kind))
		}
		field.SetZero()
		return nil
	}
	switch kind {
	case reflect.Pointer:
		field.Set(made1(field.Type().Elem()))
		return s.set(field.Elem(), given, path)
	case reflect.Struct:
		return s.setAll(field, given.(map[string]any), path)
	case reflect.Slice:
		if data, is := given.(string); is {
			read, err := hex.DecodeString(data)
			field.SetBytes(append([]byte{}, read...))
			return err
		}
		list := given.([]any)
		field.Set(reflect.MakeSlice(field.Type(), 0, len(list)))
		for _, item := range list {
			field.Set(reflect.Append(field, made1(field.Type().Elem()).Elem()))
			if err := s.set(field.Index(field.Len()-1), item, path); err != nil {
				return err
			}
		}
	case reflect.Array:
		id, err := base64.RawURLEncoding.DecodeString(given.(string))
		reflect.Copy(field, reflect.ValueOf(id))
		return err
	case reflect.Float64:
		bits, err := hex.DecodeString(given.(string))
		field.SetFloat(math.Float64frombits(binary.BigEndian.Uint64(bits)))
		return err
	case reflect.Int64:
		number, err := strconv.ParseInt(given.(string), 10, 64)
		field.SetInt(number)
		return err
	case reflect.Uint16:
		field.SetUint(uint64(given.(float64)))
	case reflect.Bool, reflect.String:
		field.Set(reflect.ValueOf(given).Convert(field.Type()))
	default:
		field.SetInt(int64(given.(float64)))
	}
	return nil
}

// made1 points to a new value, of a struct with its defaults.
func made1(of reflect.Type) reflect.Value {
	one := reflect.New(of)
	if with, has := one.Interface().(interface{ Default() }); has {
		with.Default()
	}
	return one
}
