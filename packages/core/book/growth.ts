/** A typed array twice as long that begins with what the given one holds. */
export function doubled<A extends Float64Array | Int32Array | Uint16Array>(full: A): A {
  const larger = new (full.constructor as new (length: number) => A)(full.length * 2)
  larger.set(full)
  return larger
}
