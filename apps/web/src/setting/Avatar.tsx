import { UserRound } from 'lucide-react'

/** A person's picture, else the first letter of the name. */
export function Avatar({ source, name, size = 48 }: { source: string; name: string; size?: number }) {
  const letter = /\p{L}/u.exec(name)?.[0]
  if (source !== '') {
    return (
      <img
        src={source}
        alt=""
        width={size}
        height={size}
        className="rounded-full object-cover"
        style={{ width: size, height: size }}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size }}
      className="grid place-items-center rounded-full bg-primary-soft text-20 font-semibold text-primary uppercase"
    >
      {letter ?? <UserRound size={size / 2} strokeWidth={1.5} />}
    </span>
  )
}
