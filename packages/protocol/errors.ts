import type { CoreReason } from '@truemark/core/result/reason'

/**
 * One refusal that a person can meet. `code` is what the envelope carries, `http` the status where it is not 200,
 * `params` the placeholders of its text with the values that stand when the refusal names none.
 */
export interface ErrorEntry {
  readonly reason: string
  readonly code: number
  readonly http?: number
  readonly params?: Readonly<Record<string, string>>
  /** Kept so that its code never means anything else; no call answers with it. */
  readonly reserved?: true
}

/** The first code of those that the specification does not name. */
export const ownCodeFirst = 13_000

/** The one code above {@link ownCodeFirst} whose number is fixed from outside the run. */
export const realNameRejectedCode = 13_117

/**
 * The error catalogue: one entry a reason, one code an entry. The texts stand in the locales' `errors.json` under the
 * reason. Codes below 13000 are the specification's; a released code never changes its meaning.
 */
export const errorCatalogue = [
  // session and rights
  { reason: 'unauthorized', code: 401, http: 401, reserved: true },
  { reason: 'field_malformed', code: 550 },
  { reason: 'login_required', code: 551, http: 401 },
  { reason: 'second_factor_required', code: 552 },
  { reason: 'password_wrong', code: 555 },
  { reason: 'permission_insufficient', code: 556 },
  { reason: 'request_malformed', code: 561 },
  { reason: 'key_reused', code: 566 },
  { reason: 'email_invalid', code: 567 },
  { reason: 'code_invalid', code: 568 },
  { reason: 'invite_code_invalid', code: 569 },
  { reason: 'email_not_registered', code: 570 },
  { reason: 'information_incomplete', code: 571 },
  // registration
  { reason: 'email_taken', code: 11302 },
  { reason: 'register_code_wrong', code: 11303 },
  { reason: 'not_owner', code: 11304 },
  { reason: 'password_too_short', code: 11305 },
  // deposit and withdrawal
  { reason: 'deposit_failed', code: 11802 },
  { reason: 'deposit_pending', code: 11803 },
  { reason: 'deposit_amount_invalid', code: 11804 },
  { reason: 'voucher_missing', code: 11807 },
  { reason: 'withdrawal_failed', code: 11901 },
  { reason: 'balance_insufficient', code: 11902 },
  { reason: 'withdrawal_pending', code: 11904 },
  { reason: 'withdrawal_address_wrong', code: 11905 },
  { reason: 'swift_invalid', code: 11910 },
  { reason: 'withdrawal_amount_invalid', code: 11914 },
  // the user
  { reason: 'user_unknown', code: 12100 },
  { reason: 'reset_code_wrong', code: 12102 },
  { reason: 'confirm_password_wrong', code: 12103 },
  { reason: 'user_disabled', code: 12106 },
  { reason: 'real_name_missing', code: 12114 },
  { reason: 'real_name_pending', code: 12116 },
  { reason: 'simulation_only', code: 12118 },
  { reason: 'old_password_wrong', code: 12119 },
  { reason: 'password_length', code: 12120, params: { min: '6', max: '20' } },
  // orders
  { reason: 'lots_invalid', code: 12200, params: { min: '0.01', max: '500' } },
  { reason: 'price_invalid', code: 12205 },
  { reason: 'balance_insufficient_order', code: 12206 },
  { reason: 'order_unknown', code: 12213 },
  { reason: 'password_unchanged', code: 12239 },
  { reason: 'order_done', code: 12247 },
  { reason: 'stop_zero', code: 12250 },
  { reason: 'buy_stop_loss_side', code: 12251 },
  { reason: 'buy_take_profit_side', code: 12252 },
  { reason: 'sell_stop_loss_side', code: 12253 },
  { reason: 'sell_take_profit_side', code: 12254 },
  // bank fields, in the order of the specification's list, and address formats, in the order of its networks
  { reason: 'bank_recipient_missing', code: 12256 },
  { reason: 'bank_recipient_address_missing', code: 12257 },
  { reason: 'bank_type_missing', code: 12258 },
  { reason: 'bank_name_missing', code: 12259 },
  { reason: 'bank_account_missing', code: 12260 },
  { reason: 'bank_address_missing', code: 12261 },
  { reason: 'bank_country_missing', code: 12262 },
  { reason: 'bank_international_code_missing', code: 12263 },
  { reason: 'address_trc20_invalid', code: 12264 },
  { reason: 'address_erc20_invalid', code: 12265 },
  { reason: 'address_bitcoin_invalid', code: 12266 },
  { reason: 'address_solana_invalid', code: 12267 },
  { reason: 'open_orders_remain', code: 12268 },
  // ours: the exchange
  { reason: 'holder_unknown', code: 13000 },
  { reason: 'realm_forbidden', code: 13001 },
  { reason: 'product_off', code: 13002 },
  { reason: 'symbol_unknown', code: 13003 },
  { reason: 'market_closed', code: 13004 },
  { reason: 'market_halted', code: 13005 },
  { reason: 'market_stale', code: 13006 },
  { reason: 'prices_simulated', code: 13007 },
  { reason: 'key_expired', code: 13008 },
  { reason: 'price_off_tick', code: 13009, params: { tick: '0' } },
  { reason: 'quantity_off_step', code: 13010, params: { step: '0' } },
  { reason: 'quantity_out_of_range', code: 13011, params: { min: '0', max: '0' } },
  { reason: 'notional_too_small', code: 13012, params: { min: '1' } },
  { reason: 'notional_too_large', code: 13013, params: { max: '0' } },
  { reason: 'time_in_force_invalid', code: 13014 },
  { reason: 'post_only_would_trade', code: 13015 },
  { reason: 'fill_or_kill_too_many', code: 13016 },
  { reason: 'open_orders_too_many', code: 13017, params: { max: '200' } },
  { reason: 'currencies_too_many', code: 13018 },
  { reason: 'listing_invalid', code: 13019 },
  { reason: 'amount_invalid', code: 13020 },
  { reason: 'account_invalid', code: 13021 },
  { reason: 'quote_unknown', code: 13022 },
  { reason: 'quote_expired', code: 13023 },
  { reason: 'quote_void', code: 13024 },
  { reason: 'quote_too_large', code: 13025, params: { max: '100000' } },
  { reason: 'exchange_pair_invalid', code: 13026 },
  { reason: 'currency_unknown', code: 13027 },
  // ours: the gateway
  { reason: 'rate_limited', code: 13028, http: 429, params: { seconds: '60' } },
  { reason: 'body_too_large', code: 13029, http: 413 },
  { reason: 'media_type', code: 13030, http: 415 },
  { reason: 'server_busy', code: 13031, http: 503 },
  { reason: 'server_error', code: 13032, http: 500 },
  { reason: 'route_unknown', code: 13033, http: 404 },
  { reason: 'method_wrong', code: 13034, http: 405 },
  { reason: 'feature_coming', code: 13035, reserved: true },
  // ours: what a demo account may not do
  { reason: 'demo_no_deposit', code: 13036 },
  { reason: 'demo_no_withdraw', code: 13037 },
  { reason: 'demo_no_wealth', code: 13038 },
  { reason: 'demo_no_password', code: 13039 },
  { reason: 'demo_no_authentication', code: 13040 },
  { reason: 'demo_no_addresses', code: 13041 },
  { reason: 'demo_no_cards', code: 13042 },
  { reason: 'demo_no_security', code: 13043 },
  { reason: 'demo_accounts_too_many', code: 13044 },
  // ours: identity
  { reason: 'password_breached', code: 13045 },
  { reason: 'code_too_soon', code: 13046, params: { seconds: '60' } },
  { reason: 'phone_invalid', code: 13047 },
  { reason: 'second_factor_wrong', code: 13048 },
  { reason: 'session_unknown', code: 13049 },
  { reason: 'nickname_invalid', code: 13050, params: { min: '2', max: '10' } },
  { reason: 'country_unknown', code: 13051 },
  // ours: market, content, wallet addresses, desk
  { reason: 'favourites_too_many', code: 13052, params: { max: '100' } },
  { reason: 'subscriptions_too_many', code: 13053, params: { max: '100' } },
  { reason: 'content_unknown', code: 13054 },
  { reason: 'deposit_address_missing', code: 13055 },
  { reason: 'operator_link_invalid', code: 13056 },
  { reason: 'operator_login_wrong', code: 13057 },
  { reason: 'operator_password_length', code: 13058, params: { min: '12' } },
  { reason: 'invite_code_taken', code: 13059 },
  { reason: 'operator_name_taken', code: 13060 },
  // ours: an answer that was lost behind the commit; unknown is not failed
  { reason: 'outcome_unknown', code: 13061, http: 503 },
  // ours: contracts and perpetuals
  { reason: 'multiple_invalid', code: 13062, params: { max: '100' } },
  { reason: 'price_too_far', code: 13063, params: { min: '0', max: '0' } },
  { reason: 'nothing_to_reduce', code: 13064 },
  { reason: 'position_unknown', code: 13065 },
  { reason: 'positions_too_many', code: 13066, params: { max: '200' } },
  { reason: 'open_interest_user_max', code: 13067, params: { max: '0' } },
  { reason: 'open_interest_max', code: 13068, params: { max: '0' } },
  { reason: 'leverage_paused', code: 13069 },
  { reason: 'switch_conditions_unmet', code: 13070 },
  // ours: options
  { reason: 'duration_unknown', code: 13071 },
  { reason: 'stake_out_of_range', code: 13072, params: { min: '10', max: '10000' } },
  { reason: 'option_terms_changed', code: 13073 },
  { reason: 'option_exposure_full', code: 13074 },
  { reason: 'option_pool_full', code: 13075 },
  { reason: 'option_sources_few', code: 13076 },
  // ours: files that people send, and money in and out
  { reason: 'file_unreadable', code: 13077 },
  { reason: 'file_empty', code: 13078 },
  { reason: 'file_unknown', code: 13079 },
  { reason: 'deposit_limit', code: 13080, params: { left: '0' } },
  { reason: 'deposit_unknown', code: 13081 },
  { reason: 'deposit_done', code: 13082 },
  { reason: 'withdrawal_too_small', code: 13083, params: { min: '0', currency: 'USDT' } },
  { reason: 'withdrawal_limit', code: 13084, params: { left: '0' } },
  { reason: 'withdrawal_unknown', code: 13085 },
  { reason: 'withdrawal_done', code: 13086 },
  { reason: 'withdrawal_in_payment', code: 13087 },
  { reason: 'withdrawal_not_approved', code: 13088 },
  { reason: 'second_person_needed', code: 13089 },
  { reason: 'network_unknown', code: 13090 },
  { reason: 'payee_unknown', code: 13091 },
  { reason: 'payee_exists', code: 13092 },
  { reason: 'payee_held', code: 13093, params: { hours: '24' } },
  { reason: 'payees_too_many', code: 13094, params: { max: '20' } },
  { reason: 'routing_number_invalid', code: 13095 },
  { reason: 'account_number_invalid', code: 13096 },
  { reason: 'file_type_invalid', code: 13097 },
  { reason: 'file_too_large', code: 13098 },
  { reason: 'files_too_many', code: 13099, params: { max: '5' } },
  { reason: 'file_heic', code: 13100 },
  // ours: who one is, and what keeps an account
  { reason: 'name_missing', code: 13101 },
  { reason: 'name_too_short', code: 13102, params: { min: '3' } },
  { reason: 'document_number_missing', code: 13103 },
  { reason: 'document_number_chinese', code: 13104 },
  { reason: 'document_photos_missing', code: 13105 },
  { reason: 'birth_date_invalid', code: 13106 },
  { reason: 'age_too_low', code: 13107, params: { min: '18' } },
  { reason: 'home_address_missing', code: 13108 },
  { reason: 'work_address_missing', code: 13109 },
  { reason: 'address_chinese', code: 13110 },
  { reason: 'relative_phone_missing', code: 13111 },
  { reason: 'primary_needed', code: 13112 },
  { reason: 'verification_approved', code: 13113 },
  { reason: 'verification_unknown', code: 13114 },
  { reason: 'verification_done', code: 13115 },
  { reason: 'document_upload_failed', code: 13116 },
  { reason: 'second_factor_on', code: 13118 },
  { reason: 'second_factor_missing', code: 13119 },
  // ours: what two operators do together
  { reason: 'approval_pending', code: 13120 },
  { reason: 'proposal_unknown', code: 13121 },
  { reason: 'proposal_ended', code: 13122 },
  { reason: 'proposal_changed', code: 13123 },
  { reason: 'operator_unknown', code: 13124 },
  { reason: 'last_administrator', code: 13125 },
  { reason: 'account_frozen', code: 13126 },
  { reason: 'freeze_link_invalid', code: 13127 },
  // ours: where prices come from
  { reason: 'feed_fixed', code: 13128 },
  { reason: 'replay_file_missing', code: 13129 },
  { reason: 'feed_positions_open', code: 13130 },
  { reason: 'deposit_address_known', code: 13131 },
  { reason: 'verification_not_approved', code: 13132 },
  { reason: 'operator_day_reached', code: 13133, params: { max: '1000000' } },
  // ours: locked mining
  { reason: 'mining_unknown', code: 13200 },
  { reason: 'mining_off', code: 13201 },
  { reason: 'mining_terms_changed', code: 13202 },
  { reason: 'mining_amount_too_small', code: 13203, params: { min: '100', currency: 'USDT' } },
  { reason: 'mining_amount_too_large', code: 13204, params: { max: '0', currency: 'USDT' } },
  { reason: 'mining_capacity_full', code: 13205, params: { left: '0', currency: 'USDT' } },
  { reason: 'mining_pool_short', code: 13206 },
  { reason: 'mining_terms_invalid', code: 13207 },
  { reason: 'mining_source_missing', code: 13208 },
  { reason: 'mining_rate_out_of_range', code: 13209, params: { min: '0', max: '0' } },
  { reason: 'mining_day_begun', code: 13210 },
  { reason: 'mining_day_published', code: 13211 },
  { reason: 'mining_draft_unknown', code: 13212 },
  { reason: 'real_name_rejected', code: realNameRejectedCode },
  // ours: invest, and launches
  { reason: 'invest_product_unknown', code: 13300 },
  { reason: 'invest_sale_ended', code: 13301 },
  { reason: 'invest_shares_min', code: 13302 },
  { reason: 'invest_shares_short', code: 13303, params: { left: '0' } },
  { reason: 'invest_pool_short', code: 13304 },
  { reason: 'invest_terms_invalid', code: 13305 },
  { reason: 'invest_source_missing', code: 13306 },
  { reason: 'invest_draft_unknown', code: 13307 },
  { reason: 'invest_draft_published', code: 13308 },
  { reason: 'ieo_project_unknown', code: 13400 },
  { reason: 'ieo_window_closed', code: 13401 },
  { reason: 'ieo_application_too_small', code: 13402, params: { min: '1' } },
  { reason: 'ieo_application_too_large', code: 13403, params: { left: '0' } },
  { reason: 'ieo_terms_invalid', code: 13404 },
  { reason: 'ieo_supply_missing', code: 13405 },
  { reason: 'ieo_text_missing', code: 13406 },
  { reason: 'ieo_draft_unknown', code: 13407 },
  { reason: 'ieo_draft_published', code: 13408 },
  // ours: transfers, exchanges and statements
  { reason: 'transfer_not_positive', code: 14000 },
  { reason: 'transfer_beyond_usable', code: 14001 },
  { reason: 'exchange_too_small', code: 14002 },
  { reason: 'statement_month_invalid', code: 14003 },
  { reason: 'statement_too_long', code: 14004, params: { max: '500000' } },
  { reason: 'statement_busy', code: 14005, http: 503 },
  // ours: passkeys
  { reason: 'passkey_unavailable', code: 13800 },
  { reason: 'passkey_expired', code: 13801 },
  { reason: 'passkey_wrong', code: 13802 },
  { reason: 'passkey_doubted', code: 13803 },
  { reason: 'passkey_unknown', code: 13804 },
  { reason: 'passkey_exists', code: 13805 },
  { reason: 'passkeys_too_many', code: 13806, params: { max: '10' } },
  { reason: 'last_factor', code: 13807 },
  // ours: notifications and price alerts
  { reason: 'push_service_unknown', code: 13700 },
  { reason: 'alert_price_passed', code: 13701 },
  { reason: 'alerts_too_many', code: 13702, params: { max: '50' } },
  { reason: 'alert_unknown', code: 13703 },
  // ours: chats and tickets of customer service
  { reason: 'chat_unknown', code: 13500 },
  { reason: 'chat_ended', code: 13501 },
  { reason: 'chat_full', code: 13502, params: { max: '100' } },
  { reason: 'chat_too_fast', code: 13503 },
  { reason: 'chat_taken', code: 13504, params: { name: '–' } },
  { reason: 'chat_not_yours', code: 13505 },
  { reason: 'transcript_no_mail', code: 13506 },
  { reason: 'transcript_sent', code: 13507 },
  { reason: 'image_missing', code: 13508 },
  { reason: 'upload_failed', code: 13509 },
  { reason: 'ticket_unknown', code: 13510 },
  { reason: 'tickets_too_many', code: 13511, params: { max: '10' } },
  { reason: 'ticket_full', code: 13512, params: { max: '100' } },
  { reason: 'canned_unknown', code: 13513 },
  { reason: 'canned_too_many', code: 13514, params: { max: '200' } },
  { reason: 'canned_english_missing', code: 13515 },
  // ours: what the operator writes, and what anyone may check
  { reason: 'content_unsafe', code: 13600, params: { what: '' } },
  { reason: 'content_changed', code: 13601 },
  { reason: 'version_unknown', code: 13602 },
  { reason: 'publish_time_past', code: 13603 },
  { reason: 'content_scheduled', code: 13604 },
  { reason: 'nothing_scheduled', code: 13605 },
  { reason: 'register_link_invalid', code: 13606 },
  { reason: 'certificate_expired', code: 13607 },
  { reason: 'evidence_unknown', code: 13608 },
  { reason: 'proof_unknown', code: 13609 },
  { reason: 'not_in_proof', code: 13610 },
  { reason: 'proof_too_soon', code: 13611, params: { minutes: '10' } },
  { reason: 'promise_made', code: 13612, params: { words: '–' } },
  // ours: what people bound themselves by, and the way out
  { reason: 'risk_paused', code: 13900 },
  { reason: 'pause_shorter', code: 13901 },
  { reason: 'own_stake_limit', code: 13902, params: { max: '0' } },
  { reason: 'own_deposit_limit', code: 13903, params: { max: '0' } },
  { reason: 'account_not_empty', code: 13904 },
  { reason: 'disclosure_due', code: 13905 },
  { reason: 'disclosure_changed', code: 13906 },
  { reason: 'guest_no_session_limit', code: 13907 },
  // forgotten and repeated registration
  { reason: 'email_unknown', code: 99916 },
  { reason: 'already_registered', code: 99917 },
] as const satisfies readonly ErrorEntry[]

export type Reason = (typeof errorCatalogue)[number]['reason']
export type ErrorCode = (typeof errorCatalogue)[number]['code']

/** Fails to compile where the exchange can refuse for a reason that the catalogue lacks. */
export type EveryCoreReasonIsListed = CoreReason extends Reason ? true : never
export const everyCoreReasonIsListed: EveryCoreReasonIsListed = true

/** What only a client meets, and so without a code: an unknown code, no answer, no connection. Texts are with ours. */
export const clientReasons = ['unknown', 'network', 'not_sent'] as const

/**
 * Texts of success, which come as code 200 with the text as `message`; `code` is the specification's number of the
 * text. The texts stand in the locales' `successes.json` under the name.
 */
export const successCatalogue = [
  { name: 'deposit_submitted', code: 11812 },
  { name: 'withdrawal_submitted', code: 11919 },
  { name: 'order_placed', code: 12210 },
  { name: 'password_changed', code: 12242 },
  { name: 'password_reset', code: 12243 },
] as const

export type SuccessName = (typeof successCatalogue)[number]['name']

/** The code of an answer that succeeded. */
export const successCode = 200

const byReason: ReadonlyMap<string, ErrorEntry> = new Map(errorCatalogue.map((entry) => [entry.reason, entry]))
const byCode: ReadonlyMap<number, Reason> = new Map(errorCatalogue.map((entry) => [entry.code, entry.reason]))

/** Whether a text is one of the catalogue's reasons. */
export function isReason(text: string): text is Reason {
  return byReason.has(text)
}

/** The entry of a reason. */
export function errorOf(reason: Reason): ErrorEntry {
  const entry = byReason.get(reason)
  if (entry === undefined) throw new Error(`the catalogue has no reason ${reason}`)
  return entry
}

/** The code that the envelope carries for a reason. */
export function codeOf(reason: Reason): number {
  return errorOf(reason).code
}

/** The reason of a code, or null where the catalogue has none: then the text is "Unknown error". */
export function reasonOf(code: number): Reason | null {
  return byCode.get(code) ?? null
}

/** The HTTP status under which a reason is answered: 200 unless HTTP itself has a word for it. */
export function httpStatusOf(reason: Reason): number {
  return errorOf(reason).http ?? 200
}

/** The figures of a reason's text: those of the refusal over the catalogue's own, so that none is ever missing. */
export function paramsOf(reason: Reason, detail?: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...errorOf(reason).params, ...detail }
}
