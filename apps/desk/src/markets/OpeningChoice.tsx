import { Select } from '@truemark/ui/primitives/Select'
import { useTranslations } from 'use-intl'

export interface OpeningChoiceProps {
  /** The markets without such terms, and those whose terms can be the model, by their symbols. */
  markets: readonly string[]
  models: readonly string[]
  market: string
  model: string
  /** Saving was tried: what is not chosen yet is said to be. */
  tried: boolean
  onChoose: (chosen: { readonly market: string; readonly model: string }) => void
}

/** Chooses the market that is given its first terms, and the market whose terms they begin like. */
export function OpeningChoice({ markets, models, market, model, tried, onChoose }: OpeningChoiceProps) {
  const t = useTranslations('desk.symbols.opening')
  const optionsOf = (symbols: readonly string[]) => symbols.map((symbol) => ({ value: symbol, label: symbol }))
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      <Select
        label={t('market')}
        value={market === '' ? null : market}
        placeholder={t('choose')}
        options={optionsOf(markets)}
        error={tried && market === '' ? t('marketNone') : undefined}
        onValueChange={(chosen) => onChoose({ market: chosen, model })}
      />
      <Select
        label={t('model')}
        value={model}
        placeholder={t('choose')}
        options={optionsOf(models)}
        onValueChange={(chosen) => onChoose({ market, model: chosen })}
      />
    </div>
  )
}
