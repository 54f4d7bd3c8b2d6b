import { Switch } from '@truemark/ui/primitives/Switch'
import { Keyboard } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { tradeKeys, useTradeKeysOn } from '../data/tradeKeys.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import type { TradeAction } from './frame.ts'
import { tradeKeyOf, type TradeKey } from './tradeKey.ts'
import { WideTexts } from './wideTexts.tsx'

interface TradeKeysProps {
  /** The sides. */
  actions: readonly TradeAction[]
  /** Where the ticket is, with its fields by name. */
  ticket: RefObject<HTMLElement | null>
}

/** Trading by keys on a wide screen, and the sheet that says which there are. Its code comes after the screen. */
export function TradeKeys({ actions, ticket }: TradeKeysProps) {
  const on = useTradeKeysOn()
  const [open, setOpen] = useState(false)
  const deedsRef = useRef<Readonly<Record<TradeKey, () => boolean>> | null>(null)
  useEffect(() => {
    deedsRef.current = {
      buy: () => act(actions, 'up'),
      sell: () => act(actions, 'down'),
      price: () => focus(ticket.current, 'price'),
      quantity: () => focus(ticket.current, 'quantity'),
      help: () => {
        setOpen(true)
        return true
      },
      review: () => review(ticket.current),
      leave: () => leave(),
    }
  }, [actions, ticket])
  useEffect(() => {
    if (!on) return undefined
    const press = (event: KeyboardEvent) => {
      // a sheet has keys of its own
      if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const key = tradeKeyOf(event, typingAt(event.target, ticket.current))
      if (key !== null && deedsRef.current?.[key]()) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [on, ticket])
  return (
    <WideTexts>
      <HelpButton onPress={() => setOpen(true)} />
      <KeysSheet open={open} onClose={() => setOpen(false)} on={on} actions={actions} />
    </WideTexts>
  )
}

const fields =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable="true"]'
const choosing = '[role="combobox"], [role="listbox"], [role="menu"]'

function typingAt(target: EventTarget | null, ticket: HTMLElement | null): 'nowhere' | 'ticket' | 'elsewhere' {
  if (!(target instanceof Element) || target.closest(`${fields}, ${choosing}`) === null) return 'nowhere'
  return ticket?.contains(target) === true && target.closest(choosing) === null ? 'ticket' : 'elsewhere'
}

function act(actions: readonly TradeAction[], kind: TradeAction['kind']): boolean {
  const action = actions.find((each) => each.kind === kind)
  action?.onPress()
  return action !== undefined
}

function focus(ticket: HTMLElement | null, name: string): boolean {
  const field = ticket?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  field?.focus()
  field?.select()
  return field !== null && field !== undefined
}

function review(ticket: HTMLElement | null): boolean {
  const button = ticket?.querySelector<HTMLButtonElement>('[data-review] button:not(:disabled)')
  button?.click()
  return button !== null && button !== undefined
}

function leave(): boolean {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return true
}

function HelpButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('wideTrade.keys')
  return (
    <button
      type="button"
      aria-keyshortcuts="?"
      onClick={onPress}
      className="feedback mt-3 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-12 text-quiet hover:text-text"
    >
      <Keyboard size={16} strokeWidth={1.5} aria-hidden="true" />
      {t('title')}
      <Key>?</Key>
    </button>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid font-sans h-6 min-w-6 place-items-center rounded-chip bg-raised px-1.5 text-12 font-medium text-text hairline">
      {children}
    </kbd>
  )
}

interface KeysSheetProps {
  open: boolean
  onClose: () => void
  on: boolean
  actions: readonly TradeAction[]
}

function KeysSheet({ open, onClose, on, actions }: KeysSheetProps) {
  const t = useTranslations('wideTrade.keys')
  const spot = useTranslations('spot')
  const side = (kind: TradeAction['kind']) => actions.find((each) => each.kind === kind)?.label ?? ''
  const rows: readonly (readonly [keys: readonly string[], words: string])[] = [
    [['B'], side('up')],
    [['S'], side('down')],
    [['P'], spot('price')],
    [['Q'], spot('quantity')],
    [['↑', '↓'], t('step')],
    [['Shift', '↑'], t('steps')],
    [['Enter'], t('review')],
    [['Esc'], t('leave')],
    [['?'], t('help')],
  ]
  return (
    <OwnSheet open={open} onClose={onClose} title={t('title')}>
      <dl className="flex flex-col">
        {rows.map(([keys, words]) => (
          <div
            key={words}
            className="flex min-h-10 items-center justify-between gap-4 text-14 hairline-b last:shadow-none"
          >
            <dt className="order-1 flex shrink-0 gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="min-w-0 text-secondary">{words}</dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center justify-between gap-3 pt-3">
        <span className="text-14 text-secondary">{t('switch')}</span>
        <Switch label={t('switch')} checked={on} onCheckedChange={(next) => tradeKeys.setState({ on: next })} />
      </div>
    </OwnSheet>
  )
}
