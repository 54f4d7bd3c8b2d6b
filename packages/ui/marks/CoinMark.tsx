import type { ReactNode } from 'react'

interface Mark {
  fill: string
  ink: string
  glyph: ReactNode
}

const stroke = { fill: 'none', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

// The disc's colour is the coin's own, the same in both themes; the glyphs are drawn by us, not taken from the projects.
const marks: Record<string, Mark> = {
  BTC: {
    fill: '#F2A33A',
    ink: '#2B1B0A',
    glyph: (
      <path
        d="M13 10h5a3 3 0 0 1 0 6h-5zM13 16h6a3 3 0 0 1 0 6h-6zM11 10h2v12h-2M15 8v2M15 22v2M18 8v2M18 22v2"
        {...stroke}
      />
    ),
  },
  ETH: {
    fill: '#8C9EEA',
    ink: '#131A3A',
    glyph: <path d="m16 6 6 10-6 4-6-4 6-10ZM10 19l6 7 6-7M10 16l6-2.5 6 2.5" {...stroke} />,
  },
  SOL: {
    fill: '#7ADBC0',
    ink: '#0C2E27',
    glyph: <path d="M12 10h11l-3 3H9zM9 14.5h11l3 3H12zM12 19h11l-3 3H9z" {...stroke} strokeWidth={1.5} />,
  },
  XRP: {
    fill: '#C9D2DC',
    ink: '#1A222B',
    glyph: <path d="m9 9 4.5 4.5a3.5 3.5 0 0 0 5 0L23 9M9 23l4.5-4.5a3.5 3.5 0 0 1 5 0L23 23" {...stroke} />,
  },
  BNB: {
    fill: '#F0C64A',
    ink: '#2C2306',
    glyph: (
      <path
        d="m16 8 3.5 3.5L16 15l-3.5-3.5L16 8Zm0 9 3.5 3.5L16 24l-3.5-3.5L16 17ZM9.5 14l2 2-2 2-2-2 2-2Zm13 0 2 2-2 2-2-2 2-2Z"
        {...stroke}
        strokeWidth={1.75}
      />
    ),
  },
  DOGE: { fill: '#D9BE7C', ink: '#33270B', glyph: <path d="M13 9h3.5a7 7 0 0 1 0 14H13zM10.5 16h7" {...stroke} /> },
  ADA: {
    fill: '#7FA8F5',
    ink: '#0D2146',
    glyph: (
      <>
        <circle cx="16" cy="16" r="3" {...stroke} />
        <path
          d="M16 7.5v.1M16 24.4v.1M8.6 11.8v.1M23.4 11.8v.1M8.6 20.2v.1M23.4 20.2v.1"
          {...stroke}
          strokeWidth={2.75}
        />
      </>
    ),
  },
  LTC: { fill: '#B7C2DA', ink: '#1B2439', glyph: <path d="m16.5 8-3.5 15h9M11 18l9-4" {...stroke} /> },
  TRX: {
    fill: '#F08D8D',
    ink: '#3E0E12',
    glyph: (
      <path
        d="m8.5 9.5 12 2.5 3 3.5L14.5 25zM8.5 9.5 16 16.5M20.5 12 16 16.5l-1.5 8.5M16 16.5l7.5-1"
        {...stroke}
        strokeWidth={1.5}
      />
    ),
  },
  LINK: {
    fill: '#8FB0FF',
    ink: '#0E1F4D',
    glyph: <path d="m16 8 7 4v8l-7 4-7-4v-8l7-4Z" {...stroke} strokeWidth={2.75} />,
  },
  USDT: {
    fill: '#6CC9A6',
    ink: '#0B2E22',
    glyph: <path d="M10 10h12M16 10v14M9 16c0 3 14 3 14 0s-14-3-14 0Z" {...stroke} />,
  },
}

/** The mark of a currency by its code; an unknown one shows its first letters. */
export function CoinMark({ code, size = 36 }: { code: string; size?: number }) {
  const mark = marks[code]
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
      <circle cx="16" cy="16" r="16" fill={mark?.fill ?? 'var(--raised)'} />
      {mark ? (
        <g stroke={mark.ink}>{mark.glyph}</g>
      ) : (
        <text x="16" y="20" textAnchor="middle" fontSize="10" fontWeight="600" fill="var(--secondary)">
          {code.slice(0, 3)}
        </text>
      )}
    </svg>
  )
}
