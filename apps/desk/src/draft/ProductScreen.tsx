import type { DrawingName } from '@truemark/ui/marks/Drawing'
import { Button, type ButtonKind } from '@truemark/ui/primitives/Button'
import { Pencil, Plus, Send, Trash2, type LucideIcon } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { List } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { DropDeed, ReasonDeed } from '../deed/door.ts'
import { Heading, ListView, RowButton, type Column } from '../table/door.ts'
import type { DraftSheetProps } from './DraftFrame.tsx'
import { useWriting } from './useWriting.ts'

/** What is done with a row once a reason is given. */
interface RowDeed {
  readonly icon?: LucideIcon
  readonly label: string
  readonly kind?: ButtonKind
  /** What will happen, and what is said once it has. */
  readonly text: string
  readonly done: string
  readonly send: (reason: string) => Promise<unknown>
}

/** A button of a row: a deed, a new draft that begins with what stands there, or a sheet of its own. */
type RowAct<Draft> =
  | (RowDeed & { readonly icon: LucideIcon })
  | { readonly icon: LucideIcon; readonly label: string; readonly write: Draft }
  | { readonly icon: LucideIcon; readonly label: string; readonly sheet: (onClose: () => void) => ReactNode }

/** A row: a draft, which can be put in force, written anew and thrown away, or what is in force. */
export type ProductRow<Draft> = { readonly name: string } & (
  | { readonly id: string; readonly start: Draft; readonly publish: RowDeed; readonly drop: () => Promise<unknown> }
  | { readonly acts: readonly RowAct<Draft>[] }
)

interface ProductScreenProps<Row, Draft> {
  title: string
  explained: string
  empty: { readonly drawing: DrawingName; readonly title: string }
  list: List<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** What can be done with a row, for whoever may write, or (`reads`) by everybody. */
  rowOf: (row: Row) => ProductRow<Draft>
  reads?: boolean
  /** The lists that are read anew. */
  touches: readonly string[]
  /** What a new draft starts with, and the sheet in which it is written. */
  newDraft: () => Draft
  Sheet: ComponentType<DraftSheetProps<Draft>>
  /** What chooses among the rows. */
  children?: ReactNode
}

type Doing = (onClose: () => void) => ReactNode

/** The desk's list of a product that two people put in force: its drafts, what is offered, and what has been. */
export function ProductScreen<Row, Draft>(props: ProductScreenProps<Row, Draft>) {
  const { title, explained, empty, list, columns, rowKey, rowOf, reads, touches, newDraft, Sheet, children } = props
  const t = useTranslations('desk.draft')
  const mayWrite = useMay('desk_market_write')
  const [doing, start] = useState<Doing | null>(null)
  const { writing, write, setOpen } = useWriting<Draft>()
  const actions = (row: Row) => (
    <RowActions row={rowOf(row)} touches={touches} onDo={(one) => start(() => one)} onWrite={write} />
  )
  return (
    <>
      <Heading
        title={title}
        text={explained}
        actions={
          mayWrite && (
            <Button onClick={() => write(null, newDraft())}>
              <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
              {t('add')}
            </Button>
          )
        }
      />
      {children}
      <ListView
        label={title}
        list={list}
        columns={columns}
        rowKey={rowKey}
        empty={empty}
        {...(mayWrite || reads === true ? { actions } : {})}
      />
      {writing && <Sheet key={writing.turn} {...writing} onOpenChange={setOpen} />}
      {doing?.(() => start(null))}
    </>
  )
}

interface RowActionsProps<Draft> {
  row: ProductRow<Draft>
  touches: readonly string[]
  onDo: (doing: Doing) => void
  onWrite: (id: string | null, start: Draft) => void
}

function RowActions<Draft>({ row, touches, onDo, onWrite }: RowActionsProps<Draft>) {
  const t = useTranslations('desk.draft')
  const mayWrite = useMay('desk_market_write')
  const of = row.name
  const ask =
    (deed: RowDeed): Doing =>
    (onClose) => <ReasonDeed {...deed} of={of} touches={touches} onClose={onClose} />
  if ('acts' in row) {
    return row.acts.map((act) => {
      const press = () => ('write' in act ? onWrite(null, act.write) : onDo('sheet' in act ? act.sheet : ask(act)))
      if (!mayWrite && !('sheet' in act)) return null
      return <RowButton key={act.label} icon={act.icon} label={act.label} of={of} onPress={press} />
    })
  }
  if (!mayWrite) return null
  const { id, start, publish, drop } = row
  const asked = { label: t('drop'), text: t('dropText'), done: t('dropped'), of, touches }
  return (
    <>
      <RowButton icon={publish.icon ?? Send} label={publish.label} of={of} onPress={() => onDo(ask(publish))} />
      <RowButton icon={Pencil} label={t('edit')} of={of} onPress={() => onWrite(id, start)} />
      <RowButton
        icon={Trash2}
        label={t('drop')}
        of={of}
        onPress={() => onDo((onClose) => <DropDeed {...asked} send={drop} onClose={onClose} />)}
      />
    </>
  )
}
