import type { OptionOrder } from '@truemark/protocol/routes/option'

/** The open options with one as it now stands; one that has ended leaves, one before its entry undoes no entry. */
export function withOption(options: readonly OptionOrder[], option: OptionOrder): readonly OptionOrder[] {
  const known = options.find((each) => each.order_id === option.order_id)
  if (option.status !== 'open') return known ? options.filter((each) => each !== known) : options
  if (known === undefined) return [option, ...options].toSorted((a, b) => b.created_time - a.created_time)
  if (known.entry_time !== null && option.entry_time === null) return options
  return options.map((each) => (each === known ? option : each))
}
