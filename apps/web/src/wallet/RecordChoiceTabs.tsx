import { recordState } from '@truemark/protocol/routes/wallet'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useTranslations } from 'use-intl'
import type { RecordChoice } from './walletQueries.ts'

const choices: readonly RecordChoice[] = ['all', ...recordState.options]

interface RecordChoiceTabsProps {
  label: string
  choice: RecordChoice
  onChange: (choice: RecordChoice) => void
}

/** Narrows records to what waits, what is done, or what was rejected. */
export function RecordChoiceTabs({ label, choice, onChange }: RecordChoiceTabsProps) {
  const t = useTranslations('wallet.choice')
  return (
    <Segmented
      label={label}
      value={choice}
      items={choices.map((value) => ({ value, label: t(value) }))}
      onValueChange={onChange}
    />
  )
}
