import { IconButton } from '@truemark/ui/primitives/IconButton'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { leave } from '../data/http.ts'
import { useOperator } from '../data/session.ts'
import { LanguageSelect } from '../i18n/door.ts'

/** Who is signed in, with what role; the language; the way out. */
export function OperatorCard() {
  const t = useTranslations('desk')
  const operator = useOperator()
  if (operator === null) return null
  return (
    <div className="flex flex-col gap-3">
      <LanguageSelect />
      <div className="flex items-center gap-2 rounded-card bg-surface py-2 pr-1 pl-3">
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-14 font-medium break-words">{operator.name}</span>
          <span className="text-12 text-quiet">{t(`role.${operator.role}`)}</span>
        </span>
        <IconButton label={t('login.logout')} onClick={() => void leave().catch(() => undefined)}>
          <LogOut size={19} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
