/** A table whose rows stand by digest in the log of what was written: its key, and the columns that a digest covers. */
export interface WrittenTable {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** What changes without anybody being the worse for it: marks of reading, counts, when somebody was seen. */
  readonly except: readonly string[]
}

function table(name: string, key: string, columns: string, except = ''): WrittenTable {
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
  return { name, key: words(key), columns: words(columns), except: words(except) }
}

/** What only these tables tell, and an administrator of the database could write anew to somebody's harm. */
export const writtenTables: readonly WrittenTable[] = [
  // what people and the desk said to each other; whose a chat is, and not how far it was read
  table(
    'chat',
    'id',
    'id user_id',
    'open operator_id last_seq first_seq user_delivered user_read user_unread desk_delivered desk_read desk_unread waiting_since unanswered last_text updated_at transcript_at',
  ),
  table('chat_message', 'chat_id seq', 'chat_id seq author event operator_id name key digest text file_id sent_at'),
  table('ticket', 'id', 'id user_id phone question status lines answered_by created_at updated_at', 'unread'),
  table(
    'ticket_line',
    'ticket_id place',
    'ticket_id place author user_id operator_id name key digest text files written_at',
  ),
  table('file', 'id', 'id name owner purpose type bytes sent_digest digest created_at erase_at erased_at'),
  table('support_operator', 'operator_id', 'operator_id shown', 'available'),
  table('canned', 'id', 'id title texts updated_at updated_by removed_at'),
  // what somebody accepted, in which words, when
  table('agreement_acceptance', 'user_id', 'user_id version lang accepted_at'),
  table('disclosure_acceptance', 'user_id product version', 'user_id product version lang digest accepted_at'),
  table('disclosure_text', 'digest', 'digest lines'),
  // where money goes and comes from
  table('wallet_address', 'id', 'id user_id currency network address memo label created_at usable_from removed_at'),
  table(
    'bank_card',
    'id',
    'id user_id payee_name payee_address bank_type bank_name account_number bank_address bank_country international_code aba_routing_number created_at usable_from removed_at',
  ),
  table('wallet_setting', 'user_id', 'user_id payee_hold held_until'),
  table('wallet_network', 'currency network', 'currency network form address deposit withdraw memo updated_at'),
  table('deposit_address', 'id', 'id currency network address added_at user_id assigned_at doubled'),
  table('deposit_memo', 'network memo', 'network memo user_id assigned_at'),
  table('deposit_claim', 'id', 'id user_id network transaction_id file_id created_at'),
  table(
    'chain_payment',
    'id',
    'id network transaction_id output currency address memo amount units confirmations height block removed sequence state reason user_id claim deposit key_time asker operator lost_at settled screened note seen_at updated_at',
  ),
  table(
    'payout_order',
    'payout',
    'payout network said pledge transaction_id confirmations height block sequence reason recalled_by screened note lost_at taken_at updated_at',
  ),
  table('payout_switch', 'network', 'network paused operator reason changed_at'),
  table('withdrawal_claim', 'id', 'id user_id network payee memo bank transaction_id created_at'),
  // who somebody is, and what opens an account
  table(
    'app_user',
    'id',
    'id guest email phone verified password_hash nickname avatar country lang disabled disabled_reason real_name real_holder demo_holder invite_code guest_address_hash created_at advanced_name closed_at avatar_file disabled_ground disabled_at',
    'real_opened demo_opened active_at standing_due',
  ),
  table(
    'verification',
    'id',
    'id user_id level state fields number_hash front back submitted_at deadline_at decided_at decided_by faults note revoked_at erased_at',
  ),
  table('user_totp', 'user_id', 'user_id secret begun_at confirmed_at', 'step'),
  table('recovery_code', 'user_id code_hash', 'user_id code_hash used_at'),
  table(
    'passkey',
    'id',
    'id user_id operator_id credential_id handle public_key transports site name synced created_at',
    'sign_count used_at doubted_at',
  ),
  table('user_security', 'user_id', 'user_id word login_mail withdrawal_mail'),
  table(
    'api_key',
    'id',
    'id user_id realm label kind public_key secret trades addresses expires_at created_at ended_at',
    'used_at used_from',
  ),
  table('session', 'id', 'id token_hash user_id realm device created_at ended_at signed_in_at', 'seen_at'),
  table('session_limit', 'user_id', 'user_id minutes next_minutes next_from'),
  table('known_network', 'id', 'id user_id network', 'seen_at'),
  table('factor_reset', 'id', 'id user_id asked_at begun_at due_at origin ended_at outcome'),
  table('freeze_link', 'token_hash', 'token_hash user_id expires_at used_at'),
  table(
    'verification_code',
    'id',
    'id purpose address code_hash asked_by tries_left others_left known_left expires_at',
    'sent_at sent_count known_count',
  ),
  table('invite_code', 'id', 'id code note active uses_max created_at', 'uses'),
  // of whose prices a market's price is made
  table(
    'market_symbol',
    'code',
    'code listing base quote price_decimals quantity_decimals jump_permille sources simulation',
  ),
  // what somebody is told, and where
  table(
    'outbox',
    'id',
    'id channel recipient template locale params secrets created_at',
    'state attempts due_at fault sent_at',
  ),
  table('decision_mail', 'kind id', 'kind id'),
  table('notification_setting', 'user_id', 'user_id channels quiet_from quiet_to timezone'),
  table(
    'price_alert',
    'id',
    'id user_id symbol direction source price repeats armed created_at',
    'fired_count fired_at',
  ),
  table('push_key', 'only_row', 'only_row public_key private_sealed made_at'),
  table(
    'push_subscription',
    'id',
    'id endpoint user_id session_id p256dh auth lang hide_amounts created_at',
    'refused_at',
  ),
  table('head_mail', 'id', 'id recipient locale origin token since', 'told'),
  // what operators stopped, asked for, decided and moved
  table('suspension_claim', 'id', 'id user_id kind reference asked_role confirmed_role made_at'),
  table('account_freeze', 'id', 'id user_id ground reference placed_at lifted_at'),
  table(
    'operator',
    'id',
    'id name role password_hash totp_secret created_at disabled_at spoken_code',
    'totp_step totp_next totp_next_session totp_next_at',
  ),
  table('operator_session', 'id', 'id token_hash operator_id created_at ended_at', 'seen_at'),
  table('staff_account', 'id', 'id user_id operator since ended'),
  table('staff_declaration', 'operator', 'operator declared'),
  table('operator_link', 'token_hash', 'token_hash role created_at expires_at used_at proposal'),
  table('mail_test', 'id', 'id setting code_hash asked_by asked_at proven_at', 'tries_left'),
  table('operator_completion', 'subject', 'subject operator day worth'),
  table('operator_alone', 'kind subject', 'kind subject operator time worth'),
  table('proposal', 'id', 'id kind subject payload detail reason digest asked_by asked_at expires_at'),
  table('proposal_decision', 'proposal', 'proposal approved decided_by decided_at reason'),
  table('proposal_result', 'proposal', 'proposal failure time'),
  table('deed_begun', 'route id holder', 'holder route id entry refused_as begun_at outcome'),
  table('reconciliation', 'id', 'id time stated_by approved_by reason lines'),
  // what operators wrote for everyone
  table('app_data', 'singleton', 'singleton fields updated_at'),
  table('read_only', 'singleton', 'singleton from_at until_at'),
  table('service_terms', 'singleton', 'singleton card_currencies identity_hours'),
  table('piece', 'id', 'id kind created_at shown_at', 'told'),
  table('piece_version', 'id', 'id piece lang number title summary body author restored_from created_at'),
  table('piece_release', 'id', 'id piece lang version at made_by made_at canceled_by canceled_at'),
  table('piece_image', 'name', 'name file added_by added_at'),
  table('piece_version_image', 'name version', 'version name'),
  table(
    'certificate',
    'id',
    'id name regulator number register_link image expires_at added_by added_at ended_by ended_reason ended_at',
  ),
  table('mining_draft', 'id', 'id realm body digest published written_by updated_at'),
  table('wealth_draft', 'id', 'id kind body digest published written_by updated_at'),
]

const names = writtenTables.map(({ name }) => name).join('|')
const writing = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:${names})\\b`, 'i')

/** Whether a statement may write to one of these tables. */
export function mayWrite(text: string): boolean {
  return writing.test(text)
}
