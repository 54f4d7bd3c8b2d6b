import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { RiskLine } from '../parts/RiskLine.tsx'
import { HeadLink } from '../parts/TextLink.tsx'
import { useIeoProjects } from './ieoQueries.ts'
import { Project } from './Project.tsx'

/** The notice where nothing is launched; else the launches, the risk before their prices. */
export function IeoScreen() {
  const shell = useTranslations('shell')
  const t = useTranslations('ieo')
  const query = useIeoProjects()
  return (
    <>
      <BackHeader name="ieo" actions={<HeadLink to="/ieo/ieo-record">{shell('title.ieoRecord')}</HeadLink>} />
      <Page width="panes" className="flex flex-col gap-4">
        <Loaded query={query}>
          {(projects) =>
            projects.length === 0 ? (
              <EmptyState
                drawing="path"
                title={t('noticeTitle')}
                text={
                  <>
                    {t('noticeText')} {t('noticeMore')}
                  </>
                }
              />
            ) : (
              <>
                <RiskLine text={t('risk')} />
                <ul className="flex flex-col gap-4">
                  {projects.map((project) => (
                    <Project key={project.project_id} project={project} />
                  ))}
                </ul>
              </>
            )
          }
        </Loaded>
      </Page>
    </>
  )
}
