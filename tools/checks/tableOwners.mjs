const words = (/** @type {string} */ text) => text.trim().split(/\s+/)

/**
 * Which folder of apps/server/src owns each table: its store alone names it in SQL, and any other slice asks through its
 * `door.ts`. Each table of the schema stands here once, and in one list of apps/server/src/readModels.ts.
 */
export const tableOwners = {
  account: words(`balance conversion currency holder ledger_entry listing profit_day profit_stake transfer used_key
    worth_price worth_sample worth_sweep worth_total`),
  apiKey: words('api_key'),
  content: words('app_data client_error'),
  derivative: words(`derivative_fill derivative_order derivative_position funding_payment funding_rate insurance_move
    liquidation liquidation_close`),
  disclosure: words('disclosure_acceptance disclosure_text'),
  draft: words('mining_draft wealth_draft'),
  engine: words('engine_epoch journal projection set_aside snapshot snapshot_part'),
  identity: words(`app_user code_traffic factor_reset favourite freeze_link invite_code known_network
    recovery_code session session_limit sign_in_failure user_security user_totp verification_code`),
  ieo: words('ieo_project ieo_subscription'),
  invest: words('invest_order invest_price invest_product'),
  market: words('candle coin_name market_kept market_symbol'),
  mining: words('mining_income mining_order mining_terms'),
  notification: words(`margin_warning notification notification_setting price_alert push_delivery push_key
    push_subscription`),
  operator:
    words(`account_freeze audit deed_begun escalation_told house_day house_exposure house_result mail_test manual_entry operator operator_alone
    operator_completion operator_link operator_session proposal proposal_decision proposal_result read_only service_terms reconciliation
    staff_account staff_declaration suspension suspension_claim`),
  option: words('option_end option_exit option_order'),
  passkey: words('passkey passkey_challenge'),
  platform: words('file installation installation_key key_rotation migration outbox receipt_row written'),
  publication: words(`agreement_acceptance certificate news_read piece piece_image piece_release piece_version
    piece_version_image`),
  spot: words('spot_conditional spot_fill spot_order'),
  support: words('canned chat chat_message support_operator ticket ticket_line'),
  transparency: words(`bracket_change evidence_entry evidence_head evidence_node funding_place halt halt_state head_mail
    index_heard index_last index_sample index_source liability_epoch liability_leaf liability_level liability_seed
    liability_tree own_check own_check_failure position_trigger premium_minute rules_in_force term_change term_state
    witness_sending witness_statement`),
  verification: words('verification'),
  wallet:
    words(`bank_card chain_key chain_payment decision_mail deposit deposit_address deposit_claim deposit_memo payout payout_answer payout_order payout_switch
    wallet_address wallet_network wallet_setting withdrawal withdrawal_claim`),
}

/** Tables that any slice may read in a join, and why; to write them is their owner's alone. */
export const openTables = new Map([
  ['holder', 'of which realm somebody is, beside whatever is counted by realm'],
  ['currency', 'how an amount is written: code and scale, a dozen rows that are never taken away'],
  ['listing', 'how a price is written: code, base, quote and decimals, a dozen rows that are never taken away'],
])

const names =
  'a page of a list bears the names of those whose rows they are; a call for each page would read what the join has'
const below = 'it stands below the owner, whose door imports it'
const log = 'the log of evidence is held against what was decided, row by row, in one statement of one moment'
const pictures = 'the same picture sent twice is found by its digest in one statement'

/**
 * Where a store reads over the wall, and why that is right. What is no longer so has to go: the check says so.
 * @type {readonly { file: string, tables: string, why: string }[]}
 */
export const overTheWall = [
  { file: 'account/conversions.store.ts', tables: 'index_sample', why: below },
  { file: 'apiKey/store.ts', tables: 'app_user', why: `${below}; each call of a program asks this` },
  { file: 'notification/alert/alert.store.ts', tables: 'app_user', why: `${below}; it holds the person's row` },
  { file: 'notification/projection.store.ts', tables: 'app_user', why: `${below}; a fact names holders, a row people` },
  { file: 'notification/push/push.store.ts', tables: 'session', why: `${below}; pushes go to browsers signed in` },
  { file: 'notification/store.ts', tables: 'app_user user_security', why: `${below}; who a notice is sent to` },
  {
    file: 'operator/numbers.store.ts',
    tables: `spot_order spot_conditional derivative_order derivative_position option_order deposit withdrawal conversion
      transfer app_user ticket`,
    why: `whose a number is, of whatever kind: ${below}, of four slices`,
  },
  { file: 'operator/outbox.store.ts', tables: 'outbox app_user', why: names },
  {
    file: 'operator/staff.store.ts',
    tables: `app_user spot_fill derivative_fill option_order conversion`,
    why: 'what tagged accounts turned over in all products, summed in one statement of one moment',
  },
  { file: 'operator/suspensions.store.ts', tables: 'app_user', why: names },
  {
    file: 'operator/touches.store.ts',
    tables: 'deposit deposit_claim withdrawal withdrawal_claim verification',
    why: below,
  },
  { file: 'operator/waiting.store.ts', tables: 'deposit withdrawal verification', why: below },
  { file: 'option/exits.store.ts', tables: 'index_sample', why: below },
  { file: 'platform/written/written.store.ts', tables: 'audit', why: `${below}; whether the log names a head` },
  { file: 'support/canned.store.ts', tables: 'operator', why: names },
  { file: 'support/chat.store.ts', tables: 'app_user operator', why: names },
  { file: 'support/operators.store.ts', tables: 'operator', why: names },
  { file: 'support/tickets.store.ts', tables: 'app_user operator', why: names },
  {
    file: 'transparency/evidenceLog.store.ts',
    tables: `option_order liquidation_close derivative_position invest_product invest_price payout_answer audit funding_rate`,
    why: log,
  },
  {
    file: 'transparency/liabilities.store.ts',
    tables: 'app_user',
    why: 'each leaf of a tree is held against its owner',
  },
  {
    file: 'transparency/ownChecks.ts',
    tables: 'audit',
    why: 'failures are held against the audit log in one statement',
  },
  { file: 'verification/store.ts', tables: 'operator file', why: `${names}; ${pictures}` },
  { file: 'wallet/claims.store.ts', tables: 'file', why: pictures },
]

/** Files whose statements get a table's name from the program, and which those can be. */
export const namelessFiles = new Map([
  ['backup/store.ts', 'every table: a backup is of all'],
  ['draft/store.ts', "draft's own two"],
  ['engine/replica.ts', 'every read model, beside its copy that is made anew'],
  ['passkey/store.ts', 'app_user or operator, whose row is held while a passkey is added'],
  ['platform/postgres/halfRestored.ts', 'the mark of a restore that was broken off, which is no table of the schema'],
  ['platform/written/rows.store.ts', 'every sealed table, beside what was written of it'],
  ['wallet/decisionMail.store.ts', "two of the wallet's own"],
])
