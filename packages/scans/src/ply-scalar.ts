import type { PlyScalarType } from "./ply-header.ts";

/** Reads one binary PLY value. @throws RangeError past the end of the view */
export function readPlyScalar(view: DataView, at: number, type: PlyScalarType, isLittleEndian: boolean): number {
  switch (type) {
    case "int8":
      return view.getInt8(at);
    case "uint8":
      return view.getUint8(at);
    case "int16":
      return view.getInt16(at, isLittleEndian);
    case "uint16":
      return view.getUint16(at, isLittleEndian);
    case "int32":
      return view.getInt32(at, isLittleEndian);
    case "uint32":
      return view.getUint32(at, isLittleEndian);
    case "float32":
      return view.getFloat32(at, isLittleEndian);
    case "float64":
      return view.getFloat64(at, isLittleEndian);
  }
}
