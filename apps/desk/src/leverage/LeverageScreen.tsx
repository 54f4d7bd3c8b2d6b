import type { DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { Button } from '@truemark/ui/primitives/Button'
import { CirclePause, Layers, SlidersHorizontal, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { Heading, ListView, RowButton } from '../table/door.ts'
import { HaltDialog, useMarkets } from '../markets/door.ts'
import { BracketSheet } from './BracketSheet.tsx'
import { FundingTable } from './FundingTable.tsx'
import { useLeverageColumns } from './leverageColumns.tsx'
import { LeverageSheet } from './LeverageSheet.tsx'
import { MeasureBackDialog } from './MeasureBackDialog.tsx'
import type { Model } from './opening.ts'
import { OpenSheet } from './OpenSheet.tsx'
import { useDerivatives } from './useDerivatives.ts'

/** What is being done to which market; `turn` makes each deed's form a new one. */
type Doing = { readonly turn: number } & (
  | { readonly deed: 'open'; readonly without: readonly DeskSymbol[]; readonly models: readonly Model[] }
  | { readonly deed: 'terms' | 'brackets' | 'measureBack'; readonly terms: DeskDerivative }
  | { readonly deed: 'halt'; readonly market: DeskSymbol }
)

/** Contracts and perpetuals: fees, caps, brackets and funding of each market, and the halt of its new risk. */
export function LeverageScreen() {
  const t = useTranslations('desk')
  const list = useDerivatives()
  const markets = useMarkets().rows
  const mayWrite = useMay('desk_market_write')
  const [doing, setDoing] = useState<Doing | null>(null)
  const [open, setOpen] = useState(false)
  const turn = (doing?.turn ?? 0) + 1
  const offered = openable(list.rows ?? [], markets ?? [])
  const start = (next: Doing) => {
    setDoing(next)
    setOpen(true)
  }
  const actions = (terms: DeskDerivative) => {
    const market = markets?.find(({ symbol }) => symbol === terms.symbol)
    return (
      <>
        <RowButton
          icon={SlidersHorizontal}
          label={t('leverage.editTerms')}
          of={terms.symbol}
          onPress={() => start({ deed: 'terms', terms, turn })}
        />
        <RowButton
          icon={Layers}
          label={t('leverage.editBrackets')}
          of={terms.symbol}
          onPress={() => start({ deed: 'brackets', terms, turn })}
        />
        {terms.measure !== null && (
          <RowButton
            icon={Undo2}
            label={t('leverage.measureBack.action')}
            of={terms.symbol}
            onPress={() => start({ deed: 'measureBack', terms, turn })}
          />
        )}
        {market && (
          <RowButton
            icon={CirclePause}
            label={t('symbols.haltAction')}
            of={terms.symbol}
            onPress={() => start({ deed: 'halt', market, turn })}
          />
        )}
      </>
    )
  }
  return (
    <>
      <Heading
        title={t('menu.leverage')}
        text={t('leverage.explained')}
        actions={mayWrite && <OpenButton {...offered} onPress={() => start({ deed: 'open', ...offered, turn })} />}
      />
      <ListView
        label={t('menu.leverage')}
        list={list}
        columns={useLeverageColumns(markets)}
        rowKey={(terms) => terms.symbol}
        empty={{ drawing: 'market', title: t('leverage.empty') }}
        {...(mayWrite ? { actions } : {})}
      />
      <FundingTable />
      {doing && <DeedForm key={doing.turn} doing={doing} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DeedFormProps {
  doing: Doing
  open: boolean
  onClose: () => void
}

/** The form of what is being done. */
function DeedForm({ doing, ...shown }: DeedFormProps) {
  if (doing.deed === 'open')
    return shown.open ? <OpenSheet without={doing.without} models={doing.models} onClose={shown.onClose} /> : null
  if (doing.deed === 'halt') return <HaltDialog market={doing.market} {...shown} />
  if (doing.deed === 'terms') return <LeverageSheet terms={doing.terms} {...shown} />
  if (doing.deed === 'brackets') return <BracketSheet terms={doing.terms} {...shown} />
  return <MeasureBackDialog terms={doing.terms} {...shown} />
}

/** The markets without terms, and those whose terms can be the model of theirs. */
function openable(rows: readonly DeskDerivative[], markets: readonly DeskSymbol[]) {
  const models = rows.flatMap((terms): Model[] => {
    const market = markets.find(({ symbol }) => symbol === terms.symbol)
    return market === undefined ? [] : [{ terms, market }]
  })
  return { without: markets.filter(({ symbol }) => !rows.some((terms) => terms.symbol === symbol)), models }
}

type OpenButtonProps = ReturnType<typeof openable> & { readonly onPress: () => void }

/** Nothing where every market has its terms, or none could be the model. */
function OpenButton({ without, models, onPress }: OpenButtonProps) {
  const t = useTranslations('desk.symbols.opening')
  if (without.length === 0 || models.length === 0) return null
  return (
    <Button kind="secondary" onClick={onPress}>
      {t('action')}
    </Button>
  )
}
