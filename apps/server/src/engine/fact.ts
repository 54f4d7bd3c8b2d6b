/** An event and where it stands: the row's seq and time, and its place among all events of the row. */
export interface Fact<E> {
  readonly seq: number
  readonly time: number
  readonly place: number
  readonly event: E
}
