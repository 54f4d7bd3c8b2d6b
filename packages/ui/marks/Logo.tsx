import { useState } from 'react'

export interface LogoProps extends BrandMarkProps {
  /** Shown beside the mark. */
  name?: string
}

/** The mark: a fine ring, as of a watch, whose hand comes to rest as a tick. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="var(--primary)"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M27.2 11.2A12.2 12.2 0 1 1 22.4 5.6" />
      <path d="M16 3.8v2.6M3.8 16h2.6M16 28.2v-2.6" opacity="0.55" />
      <path d="m10.4 15.8 4.6 5L27.4 6.2" strokeWidth="2.5" />
    </svg>
  )
}

export interface BrandMarkProps {
  /** The height in CSS pixels; an image may be up to four times as wide. */
  size?: number
  /** The address of another mark; empty or broken, ours stands in its place. */
  image?: string | undefined
}

/** The mark of whoever runs this installation. */
export function BrandMark({ size = 32, image = '' }: BrandMarkProps) {
  const [broken, setBroken] = useState('')
  if (image === '' || image === broken) return <LogoMark size={size} />
  return (
    <img
      src={image}
      alt=""
      height={size}
      style={{ height: size, maxWidth: size * 4 }}
      className="w-auto object-contain"
      onError={() => setBroken(image)}
    />
  )
}

/** The mark with the product's name. */
export function Logo({ name, ...mark }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandMark {...mark} />
      {name !== undefined && <span className="text-20 font-semibold tracking-tight">{name}</span>}
    </span>
  )
}
