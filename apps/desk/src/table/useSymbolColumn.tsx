import type { Realm } from '@truemark/protocol/values'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import type { Column } from './DataTable.tsx'

/** The column that says which market a row is of, and in which realm. */
export function useSymbolColumn<Row extends { readonly symbol: string; readonly realm: Realm }>(): Column<Row> {
  const t = useTranslations('desk.common')
  return {
    key: 'symbol',
    head: t('symbol'),
    cell: ({ symbol, realm }) => (
      <span className="inline-flex items-center gap-2">
        {symbol}
        <Badge tone={realm === 'real' ? 'primary' : 'plain'}>{t(realm)}</Badge>
      </span>
    ),
  }
}
