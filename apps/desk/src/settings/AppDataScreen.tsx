import { useQuery } from '@tanstack/react-query'
import { deskAppData } from '@truemark/protocol/routes/deskSettings'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Heading, LoadFailure } from '../table/door.ts'
import { AppDataForm } from './AppDataForm.tsx'
import { ReadOnlyPart } from './ReadOnlyPart.tsx'

/** The thirteen fields that every client of the product starts from. */
export function AppDataScreen() {
  const t = useTranslations('desk')
  const query = useQuery({
    queryKey: ['appData'],
    queryFn: () => call(deskAppData, {}),
    // What is being typed is not replaced by what another operator saves.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <Heading title={t('appData.title')} text={t('appData.explained')} />
      <Card className="max-w-224 p-5">
        {query.isPending && (
          <output aria-label={t('common.loading')} className="grid gap-4 tablet:grid-cols-2">
            {Array.from({ length: 12 }, (_, place) => (
              <span key={place} className="flex flex-col gap-1.5">
                <Skeleton className="h-5 w-32" />
                <Skeleton className="h-12 w-full rounded-control" />
              </span>
            ))}
          </output>
        )}
        {query.isError && <LoadFailure query={query} />}
        {query.data && <AppDataForm key={query.dataUpdatedAt} saved={query.data} />}
      </Card>
      <ReadOnlyPart />
    </>
  )
}
