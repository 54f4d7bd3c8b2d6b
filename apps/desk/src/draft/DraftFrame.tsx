import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'

/** Which draft is written, and whether its sheet is open. */
export interface DraftSheetProps<Row, Draft> {
  /** The draft that is written anew; null for a new one. */
  row: Row | null
  start: Draft
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface DraftFrameProps<Field extends string> extends Pick<
  DraftSheetProps<{ readonly draft_id: string }, never>,
  'row' | 'open' | 'onOpenChange'
> {
  /** What it is called while it is new. */
  title?: string
  /** What is wrong with what stands there now. */
  faults: ReadonlySet<Field>
  /** Keeps what stands there: as a new draft, or in place of the one with this id. */
  make: () => Promise<unknown>
  change: (id: string) => Promise<unknown>
  touches: readonly string[]
  /** The form; it is given the faults once saving was tried. */
  children: (faults: ReadonlySet<Field>) => ReactNode
}

/** The sheet in which a draft is written: nobody but the desk sees it before it is published. */
export function DraftFrame<Field extends string>(props: DraftFrameProps<Field>) {
  const { row, open, onOpenChange, faults, make, change, touches, children } = props
  const t = useTranslations('desk')
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: () => (row === null ? make() : change(row.draft_id)),
    touches,
    done: () => t('draft.saved'),
  })
  const press = () => {
    setTried(true)
    if (faults.size > 0) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((done) => done && onOpenChange(false))
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={row === null ? (props.title ?? t('draft.add')) : t('draft.edit')}
      closeLabel={t('common.close')}
      footer={
        <Button className="flex-1" busy={deed.busy} onClick={press}>
          {t('draft.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {children(tried ? faults : new Set())}
        <p className="text-12 text-quiet">{t('audited')}</p>
        <FailureNote text={deed.failure} />
      </div>
    </Sheet>
  )
}
