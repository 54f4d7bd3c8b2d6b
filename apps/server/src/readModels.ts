import { keyMayBeSwept } from './account/door.ts'
import type { DerivedTable } from './engine/door.ts'

/** The tables that are made from the journal alone: `journal-check` makes each anew and compares every column. */
export const derivedTables: ReadonlyMap<string, DerivedTable> = new Map<string, DerivedTable>([
  ['set_aside', { except: ['reason', 'tries', 'since'] }],
  ['currency', {}],
  ['listing', {}],
  ['holder', {}],
  ['ledger_entry', {}],
  ['balance', {}],
  ['transfer', {}],
  ['conversion', {}],
  ['profit_day', {}],
  ['profit_stake', {}],
  ['used_key', { swept: keyMayBeSwept }],
  ['spot_order', {}],
  ['spot_fill', {}],
  ['derivative_order', {}],
  ['derivative_position', {}],
  ['derivative_fill', {}],
  ['funding_rate', {}],
  ['funding_payment', {}],
  ['insurance_move', { ordered: true }],
  ['liquidation', { ordered: true }],
  ['liquidation_close', { ordered: true }],
  ['option_order', {}],
  ['option_exit', {}],
  ['option_end', {}],
  ['mining_terms', {}],
  ['mining_order', {}],
  ['mining_income', {}],
  ['invest_product', {}],
  ['invest_order', {}],
  ['invest_price', {}],
  ['ieo_project', {}],
  ['ieo_subscription', {}],
  ['house_result', {}],
  ['deposit', {}],
  ['withdrawal', {}],
  ['manual_entry', {}],
  ['suspension', {}],
  ['index_sample', {}],
  ['index_last', {}],
  ['index_source', {}],
  ['index_heard', {}],
  ['premium_minute', {}],
  ['funding_place', {}],
  // whether it stands in the evidence log is compared with that log
  ['position_trigger', { except: ['logged'] }],
  ['halt', { ordered: true }],
  ['halt_state', {}],
  ['bracket_change', { ordered: true }],
  ['term_change', {}],
  ['term_state', {}],
])

/** The tables that hold what nothing else tells, with what checks them, or why nothing can. */
export const primaryTables: ReadonlyMap<string, string> = new Map([
  ['journal', 'the state itself; checked by its chain and by all that tells of it'],
  ['snapshot', 'compared with the state at its row'],
  ['snapshot_part', 'compared with the state at its row'],
  ['engine_epoch', 'who writes now'],
  ['own_check', 'what the server checked of itself; made anew by the next check'],
  ['own_check_failure', 'when those checks failed: nothing else tells it, and nothing of it can be taken out'],
  ['projection', 'how far the read models are; compared with the journal'],
  ['migration', 'which files made the tables; each start compares their digests'],
  ['audit', 'checked by its chain and by the signed heads that name it'],
  ['evidence_entry', 'checked by digest, signature, tree, journal and the decisions'],
  ['evidence_node', 'made anew from the entries'],
  ['evidence_head', 'checked by signature, and against the entries'],
  ['liability_epoch', 'checked by digest, signature, chain, journal and audit log'],
  ['liability_tree', 'compared with the signed head'],
  ['liability_level', 'made anew from its leaves up to the signed root'],
  ['liability_leaf', 'compared with the tree'],
  ['liability_seed', 'with it, and the state at its row, the trees lead to the signed roots'],
  ['rules_in_force', 'compared with the audit log'],
  ['installation', 'when this installation began'],
  ['installation_key', 'which keys are its own; compared with their folder'],
  ['witness_statement', 'checked by signature, journal and proofs; the witnesses hold it too'],
  ['witness_sending', 'what became of statements on their way'],
  ['receipt_row', 'whose commands receipts were given for; a receipt that is given again bears the row itself'],
  ['key_rotation', 'compared with the statements beside the keys, and with the audit log'],
  [
    'written',
    'checked by its seals and chain, and by the heads that the audit log names; the rows are compared with it',
  ],
  ['staff_account', 'compared with the audit log'],
  ['staff_declaration', 'compared with the audit log'],
  ['payout_answer', 'what people said of their payouts; each stands in the log of evidence'],
  ['outbox', 'messages on their way'],
  ['candle', 'finished candles of the market, for charts alone'],
  ['market_kept', 'where the simulated path stands'],
  ['worth_sweep', 'what accounts were worth by the hour, at prices that stand nowhere else'],
  ['worth_price', 'prices of that hour'],
  ['worth_sample', 'what accounts were worth by the hour, for charts alone'],
  ...['app_user', 'session', 'session_limit', 'verification_code', 'code_traffic', 'invite_code', 'favourite'].map(
    personal,
  ),
  ...['sign_in_failure', 'known_network', 'user_totp', 'recovery_code', 'user_security', 'freeze_link'].map(personal),
  ...['passkey', 'passkey_challenge', 'verification', 'file', 'agreement_acceptance', 'account_freeze'].map(personal),
  ...['suspension_claim'].map(personal),
  ...['disclosure_text', 'disclosure_acceptance', 'head_mail'].map(personal),
  ...['wallet_address', 'bank_card', 'wallet_setting', 'deposit_claim', 'withdrawal_claim'].map(personal),
  ...['deposit_address', 'decision_mail', 'escalation_told'].map(personal),
  ...['notification', 'notification_setting', 'push_key', 'push_subscription', 'push_delivery'].map(personal),
  ...['price_alert', 'margin_warning', 'news_read'].map(personal),
  ...['chat', 'chat_message', 'support_operator', 'canned', 'ticket', 'ticket_line'].map(spoken),
  ...['app_data', 'wallet_network', 'piece', 'piece_version', 'piece_release'].map(written),
  ...['piece_image', 'piece_version_image', 'certificate', 'mining_draft', 'wealth_draft'].map(written),
  ...['operator', 'operator_link', 'operator_session', 'operator_completion', 'operator_alone', 'mail_test'].map(
    operating,
  ),
  ...['proposal', 'proposal_decision', 'proposal_result', 'reconciliation'].map(operating),
])

function personal(table: string): [string, string] {
  return [table, 'what people entered, and how they are served; no money is in it']
}

function spoken(table: string): [string, string] {
  return [table, 'what was said between people and the desk']
}

function written(table: string): [string, string] {
  return [table, 'what operators wrote; each change stands in the audit log']
}

function operating(table: string): [string, string] {
  return [table, 'who operates and what they asked for; each deed stands in the audit log']
}
