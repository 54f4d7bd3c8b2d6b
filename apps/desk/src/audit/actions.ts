import type enDesk from '@truemark/locales/en/desk.json'
import { useTranslations } from 'use-intl'

export type AuditAction = keyof (typeof enDesk)['audit']['actions']

/** What operators and the server's commands can have done. */
export const auditActions: readonly AuditAction[] = [
  'operator_login',
  'operator_logout',
  'operator_link_made',
  'operator_made',
  'operator_passkey_added',
  'operator_passkey_renamed',
  'operator_passkey_removed',
  'operator_passkey_doubted',
  'operator_totp_set',
  'operator_totp_removed',
  'users_listed',
  'outbox_read',
  'user_read',
  'verifications_listed',
  'verification_read',
  'document_read',
  'verification_approved',
  'verification_rejected',
  'user_disabled',
  'user_enabled',
  'symbol_changed',
  'symbol_change_refused',
  'derivative_changed',
  'derivative_change_refused',
  'option_changed',
  'option_change_refused',
  'product_switched',
  'app_data_changed',
  'content_changed',
  'content_written',
  'content_published',
  'content_schedule_canceled',
  'content_image_added',
  'news_begun',
  'news_withdrawn',
  'certificate_added',
  'certificate_ended',
  'liabilities_proved',
  'invite_code_made',
  'invite_code_ended',
  'proposal_made',
  'proposal_approved',
  'proposal_refused',
  'proposal_applied',
  'proposal_failed',
  'operator_role_changed',
  'operator_disabled',
  'operator_enabled',
  'manual_deposit',
  'manual_withdrawal',
  'house_moved',
  'reconciliation_signed',
  'wallet_terms_changed',
  'user_ledger_read',
  'network_changed',
  'feed_changed',
  'deposit_addresses_added',
  'deposit_addresses_listed',
  'deposits_listed',
  'withdrawals_listed',
  'voucher_read',
  'deposit_completed',
  'deposit_rejected',
  'withdrawal_approved',
  'withdrawal_paid',
  'withdrawal_errored',
  'withdrawal_rejected',
  'account_frozen',
  'account_unfrozen',
]

/** The name of an action; one that this desk does not know yet stands as it is written. */
export function useActionName(): (action: string) => string {
  const t = useTranslations('desk.audit.actions')
  return (action) => {
    const known = auditActions.find((name) => name === action)
    return known === undefined ? action : t(known)
  }
}
