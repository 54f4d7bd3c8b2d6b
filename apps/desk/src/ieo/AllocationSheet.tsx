import { useQuery } from '@tanstack/react-query'
import { deskIeoAllocation, type DeskIeoProject, type IeoAllocation } from '@truemark/protocol/routes/deskIeo'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ExportButton, Facts, LoadFailure, OwnSheet, RowsSkeleton } from '../table/door.ts'

const everyMs = 10_000

/** What everyone would be allotted if the window ended now. */
export function AllocationSheet({ project, onClose }: { project: DeskIeoProject; onClose: () => void }) {
  const t = useTranslations('desk')
  const id = project.project_id ?? ''
  const query = useQuery({
    queryKey: ['ieo', 'allocation', id],
    queryFn: () => call(deskIeoAllocation, { params: { id } }),
    refetchInterval: everyMs,
  })
  return (
    <OwnSheet onClose={onClose} title={`${t('ieo.allocation')}: ${project.name}`} description={t('ieo.allocationText')}>
      {query.data !== undefined ? (
        <div className="flex flex-col gap-3">
          <Allocation allocation={query.data} currency={project.currency} />
          <ExportButton csv={{ list: deskIeoAllocation, params: { id } }} />
        </div>
      ) : query.isError ? (
        <LoadFailure query={query} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </OwnSheet>
  )
}

function Allocation({ allocation, currency }: { allocation: IeoAllocation; currency: string }) {
  const t = useTranslations('desk.ieo')
  const coin = (value: string) => <Amount value={value} unit={currency} decimalsMin={0} />
  const usdt = (value: string) => <Amount value={value} unit="USDT" decimalsMin={0} />
  const facts = [
    { name: t('field.supply'), value: coin(allocation.supply) },
    { name: t('field.applications'), value: coin(allocation.applications) },
    { name: t('field.passes'), value: coin(allocation.passes) },
    { name: t('field.left'), value: coin(allocation.left) },
    { name: t('field.proceeds'), value: usdt(allocation.proceeds) },
    { name: t('field.count'), value: String(allocation.count) },
  ]
  return (
    <div className="flex flex-col gap-4">
      <Facts facts={facts} />
      <ul className="flex flex-col gap-2">
        {allocation.items.map((one, place) => (
          <li key={`${one.uid} ${place}`} className="flex flex-col gap-1 rounded-control bg-raised p-3 text-14">
            <span className="figures text-12 break-all text-quiet">{one.uid}</span>
            <span className="flex flex-wrap justify-between gap-x-4">
              {coin(one.applications)}
              <span className="font-medium">{coin(one.passes)}</span>
            </span>
            <span className="flex flex-wrap justify-between gap-x-4 text-12 text-secondary">
              <span>
                {t('field.cost')} {usdt(one.cost)}
              </span>
              <span>
                {t('field.refund')} {usdt(one.refund)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
