import { useQuery } from '@tanstack/react-query'
import { profileAvatar } from '@truemark/protocol/routes/profile'
import { UserRound } from 'lucide-react'
import { callMedia } from '../data/api.ts'
import { BlobImage } from '../wallet/door.ts'

interface AvatarProps {
  /** The id of the picture; empty for none. */
  id: string
  name: string
  /** In CSS pixels. */
  size?: number
}

/** A person's picture, else the first letter of the name. */
export function Avatar({ id, name, size = 48 }: AvatarProps) {
  const query = useQuery({
    queryKey: ['avatar', id],
    queryFn: () => callMedia(profileAvatar, { id }),
    enabled: id !== '',
    // another picture has another id
    staleTime: Infinity,
    gcTime: 600_000,
    retry: 1,
  })
  if (id !== '' && query.data !== undefined) return <RoundImage blob={query.data} alt="" size={size} />
  const letter = /\p{L}/u.exec(name)?.[0]
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

/** The middle of an image, in a circle. */
export function RoundImage({ blob, alt, size }: { blob: Blob; alt: string; size: number }) {
  return (
    <span className="block overflow-hidden rounded-full" style={{ width: size, height: size }}>
      <BlobImage blob={blob} alt={alt} className="size-full object-cover" />
    </span>
  )
}
