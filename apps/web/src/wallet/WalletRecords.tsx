import { recordState } from '@truemark/protocol/routes/wallet'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import type { Pages } from '../parts/PagedList.tsx'
import { RecordPages } from '../parts/RecordPages.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { useMeantRecord } from './meantRecord.ts'
import { useTold } from './useTold.ts'
import type { RecordChoice } from './walletQueries.ts'

const choices: readonly RecordChoice[] = ['all', ...recordState.options]

interface WalletRecordsProps<T> {
  title: 'depositRecords' | 'withdrawRecords'
  /** The records that are wanted; of the one that the address means, that one alone. */
  useRecords: (choice: RecordChoice, meant: string) => Pages<T>
  /** Where all of them are, and where another is made. */
  all: '/recharge/recharge-records' | '/withdrawal/withdraw-records'
  make: '/recharge/deposit' | '/withdrawal/cashout'
  children: (record: T, meant: string) => ReactNode
}

/** Deposits or withdrawals, newest first: all, what waits, what is done, or what was rejected. */
export function WalletRecords<T>({ title, useRecords, all, make, children }: WalletRecordsProps<T>) {
  const t = useTranslations(`wallet.${title}`)
  const wallet = useTranslations('wallet.choice')
  const shell = useTranslations('shell.title')
  const [choice, choose] = useState<RecordChoice>('all')
  const meant = useMeantRecord()
  const navigate = useNavigate()
  const query = useRecords(choice, meant)
  const showAll = () => void navigate({ to: all, search: {}, replace: true })
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label={shell(title)}
        value={choice}
        items={choices.map((value) => ({ value, label: wallet(value) }))}
        onValueChange={(next) => {
          choose(next)
          if (meant !== '') showAll()
        }}
      />
      <RecordPages
        query={query}
        emptyTitle={choice === 'all' ? t('emptyTitle') : wallet('empty')}
        emptyText={choice === 'all' ? t('emptyText') : ''}
        onAll={meant === '' ? undefined : showAll}
        action={<LinkButton to={make}>{t('make')}</LinkButton>}
      >
        {(record) => children(record, meant)}
      </RecordPages>
    </div>
  )
}

interface CancelRecordProps {
  title: 'depositRecords' | 'withdrawRecords'
  text: string
  send: () => Promise<unknown>
  onDone: () => void
}

/** Asks whether a request is to be taken back, and takes it back. */
export function CancelRecord({ title, text, send, onDone }: CancelRecordProps) {
  const t = useTranslations(`wallet.${title}`)
  const cancel = useTold(send, t('done'), onDone)
  return (
    <AskDialog
      onClose={onDone}
      title={t('cancelTitle')}
      description={text}
      confirmLabel={t('cancel')}
      confirmKind="danger"
      cancelLabel={t('keep')}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    />
  )
}
