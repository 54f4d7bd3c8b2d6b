import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { joined } from './joined.tsx'
import { TextInput } from './TextInput.tsx'

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

interface Key {
  readonly name: string
  readonly created: number
  readonly last_used: number | null
  /** Whether it is kept on several devices. */
  readonly synced: boolean
  /** The site where it works. */
  readonly site: string
  /** Whether it was used as nobody honest would. */
  readonly doubted: boolean
}

export interface KeyRowProps {
  of: Key
  /** Writes a moment for the reader. */
  dateTime: (time: number) => string
  text: (key: KeyText, values?: Record<string, string>) => string
  onAsk: (kind: 'rename' | 'remove') => void
}

/** One of the keys by which somebody signs in: what it is, and renaming and removing it. */
export function KeyRow({ of, dateTime, text, onAsk }: KeyRowProps) {
  const { name, created, last_used: used, synced, site, doubted } = of
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2.5 pr-2 pl-4 hairline-b last:shadow-none">
      <span className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 text-16 font-medium wrap-anywhere">
          {name}
          {synced && <Badge>{text('synced')}</Badge>}
        </span>
        <span className="figures text-12 text-quiet">{text('created', { time: dateTime(created) })}</span>
        <span className="figures text-12 text-quiet">
          {used === null ? text('unused') : text('used', { time: dateTime(used) })}
        </span>
        {site !== location.hostname && <span className="text-12 text-warning">{text('elsewhere', { site })}</span>}
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

const nameLengthMax = 40

interface KeyNameProps {
  name: string
  /** Whether it is said that none is there. */
  tried: boolean
  text: (key: 'name' | 'nameHint' | 'nameMissing') => string
  onChange: (name: string) => void
}

/** What a key is called. */
export function KeyName({ name, tried, text, onChange }: KeyNameProps) {
  return (
    <TextInput
      label={text('name')}
      hint={text('nameHint')}
      autoComplete="off"
      autoCapitalize="sentences"
      maxLength={nameLengthMax}
      value={name}
      error={tried && name.trim() === '' ? text('nameMissing') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
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
