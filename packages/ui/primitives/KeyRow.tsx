import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { joined } from './joined.tsx'

type KeyText =
  | 'synced'
  | 'created'
  | 'unused'
  | 'used'
  | 'elsewhere'
  | 'doubted'
  | 'rename'
  | 'renameOne'
  | 'remove'
  | 'removeOne'

export interface KeyRowProps {
  name: string
  /** When it was made and last used, as the reader is told moments; null for never. */
  created: string
  used: string | null
  /** Whether it is kept on several devices. */
  synced: boolean
  /** The site where it works, where that is not this one. */
  elsewhere: string | null
  /** Whether it was used as nobody honest would. */
  doubted: boolean
  text: (key: KeyText, values?: Record<string, string>) => string
  onAsk: (kind: 'rename' | 'remove') => void
}

/** One of the keys by which somebody signs in: what it is, and renaming and removing it. */
export function KeyRow({ name, created, used, synced, elsewhere, doubted, text, onAsk }: KeyRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2.5 pr-2 pl-4 hairline-b last:shadow-none">
      <span className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 text-16 font-medium wrap-anywhere">
          {name}
          {synced && <Badge>{text('synced')}</Badge>}
        </span>
        <span className="figures text-12 text-quiet">{text('created', { time: created })}</span>
        <span className="figures text-12 text-quiet">
          {used === null ? text('unused') : text('used', { time: used })}
        </span>
        {elsewhere !== null && <span className="text-12 text-warning">{text('elsewhere', { site: elsewhere })}</span>}
        {doubted && <span className="text-12 text-warning">{text('doubted')}</span>}
      </span>
      <span className="ml-auto flex shrink-0 flex-wrap">
        <Button kind="quiet" compact aria-label={text('renameOne', { name })} onClick={() => onAsk('rename')}>
          {text('rename')}
        </Button>
        <Button kind="quiet" compact aria-label={text('removeOne', { name })} onClick={() => onAsk('remove')}>
          {text('remove')}
        </Button>
      </span>
    </li>
  )
}

interface KeysUnavailableProps {
  text: string
  /** What the way to the same page under this machine's name is called. */
  openLocal: string
  className?: string
}

/** Says why there are no keys on this page; on this machine's number, the way to its name, which can have some. */
export function KeysUnavailable({ text, openLocal, className }: KeysUnavailableProps) {
  const local = location.hostname === '127.0.0.1' || location.hostname === '[::1]'
  return (
    <p className={joined(className, 'text-14 text-secondary')}>
      {text}{' '}
      {local && (
        <a
          href={location.href.replace(location.hostname, 'localhost')}
          className="inline-flex min-h-11 items-center font-medium text-primary"
        >
          {openLocal}
        </a>
      )}
    </p>
  )
}
