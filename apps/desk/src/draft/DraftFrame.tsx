import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote, focusFault, useDeed } from '../deed/door.ts'

interface DraftFrameProps<Field extends string> {
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What is wrong with what stands there now. */
  faults: ReadonlySet<Field>
  /** Keeps what stands there. */
  save: () => Promise<unknown>
  touches: readonly string[]
  /** The form; it is given the faults once saving was tried. */
  children: (faults: ReadonlySet<Field>) => ReactNode
}

/** The sheet in which a draft is written: nobody but the desk sees it before it is published. */
export function DraftFrame<Field extends string>(props: DraftFrameProps<Field>) {
  const { title, open, onOpenChange, faults, save, touches, children } = props
  const t = useTranslations('desk')
  const [tried, setTried] = useState(false)
  const deed = useDeed({ send: save, touches, done: () => t('draft.saved') })
  const press = () => {
    setTried(true)
    if (faults.size > 0) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((done) => done && onOpenChange(false))
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
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
