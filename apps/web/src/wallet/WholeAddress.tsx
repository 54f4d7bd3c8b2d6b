import { groupsOf } from './payeeText.ts'

/** The whole of an address in groups of four; marked and copied it has no gaps. */
export function WholeAddress({ address }: { address: string }) {
  return (
    <span className="figures flex flex-wrap gap-x-2 text-16 leading-relaxed select-all">
      {groupsOf(address).map((group, place) => (
        <span key={place}>{group}</span>
      ))}
    </span>
  )
}
