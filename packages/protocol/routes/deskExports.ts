import * as z from 'zod/mini'
import type { Access } from '../access.ts'
import { exportPathOf } from '../exportFile.ts'
import { assetsPublic } from './assets.ts'
import { deskAudit, deskOutbox, deskUserOne, deskUsers } from './desk.ts'
import { deskClientErrors } from './deskClientErrors.ts'
import { deskCertificates, deskPieces } from './deskContent.ts'
import { deskDerivatives, deskFunding, deskHouse } from './deskDerivative.ts'
import { deskFeedRead } from './deskFeed.ts'
import { deskIeo, deskIeoAllocation } from './deskIeo.ts'
import { deskInvest } from './deskInvest.ts'
import { deskMining, deskMiningDrafts, deskWealthForecast } from './deskMining.ts'
import { deskOperators } from './deskOperators.ts'
import { deskOptions } from './deskOption.ts'
import { deskProposals } from './deskProposals.ts'
import { deskExposure, deskInviteCodes, deskSymbols } from './deskSettings.ts'
import { deskCanned, deskChats, deskSupportOperators, deskTickets } from './deskSupport.ts'
import { deskReconciliations, deskTreasury, deskUserRecords } from './deskTreasury.ts'
import { deskVerifications } from './deskVerification.ts'
import { deskAddresses, deskDeposits, deskNetworks, deskWithdrawals } from './deskWallet.ts'
import { liabilities } from './liabilities.ts'
import type { RouteDefinition } from './route.ts'
import { deskFactorResets } from './factorReset.ts'
import { deskUserTouches } from './touches.ts'
import { insuranceFund, liquidationsPublic } from './transparency.ts'

interface ExportOptions {
  /** Which field of the answer is the list; `items`, or the answer itself, unless said otherwise. */
  readonly of?: string
  /** Fields that no file holds. */
  readonly without?: readonly string[]
}

/** A list as a file: who may read the list may have it, by the same filters. */
export interface ExportRoute extends RouteDefinition {
  readonly access: Exclude<Access, 'guest'>
  readonly media: 'text/csv'
  readonly list: RouteDefinition
  readonly of: string | null
  readonly without: readonly string[]
}

function exportOf(list: RouteDefinition, { of, without = [] }: ExportOptions = {}): ExportRoute {
  const { limit: _, ...filters } = list.query instanceof z.ZodMiniObject ? list.query.shape : { limit: null }
  return {
    method: 'GET',
    path: exportPathOf(list, of),
    // what everybody may read, the desk saves
    access: list.access === 'guest' ? 'desk' : list.access,
    ...(list.params === undefined ? {} : { params: list.params }),
    ...(list.query === undefined ? {} : { query: z.object(filters) }),
    // an entry of the audit log: nobody has a file by HEAD
    changes: true,
    media: 'text/csv',
    answer: z.null(),
    errors: [...new Set([...list.errors, 'export_busy'] as const)],
    idempotent: false,
    summary: `As CSV, ${of === undefined ? '' : `\`${of}\` of this: `}${list.summary}`,
    list,
    of: of ?? null,
    without,
  }
}

/** Every list that the desk shows, as a file. */
export const deskExportRoutes = {
  deskUsersCsv: exportOf(deskUsers),
  deskUserBalancesCsv: exportOf(deskUserOne, { of: 'balances' }),
  deskUserSessionsCsv: exportOf(deskUserOne, { of: 'sessions' }),
  deskUserRecordsCsv: exportOf(deskUserRecords),
  deskUserTouchesCsv: exportOf(deskUserTouches),
  deskFactorResetsCsv: exportOf(deskFactorResets),
  // codes and links are read one by one, and never lie in a file
  deskOutboxCsv: exportOf(deskOutbox, { without: ['text'] }),
  deskAuditCsv: exportOf(deskAudit),
  deskClientErrorsCsv: exportOf(deskClientErrors),
  deskInviteCodesCsv: exportOf(deskInviteCodes),
  deskPiecesCsv: exportOf(deskPieces),
  deskCertificatesCsv: exportOf(deskCertificates),
  deskAddressesCsv: exportOf(deskAddresses),
  deskDepositsCsv: exportOf(deskDeposits),
  deskWithdrawalsCsv: exportOf(deskWithdrawals),
  deskNetworksCsv: exportOf(deskNetworks),
  deskVerificationsCsv: exportOf(deskVerifications),
  deskMiningCsv: exportOf(deskMining),
  deskMiningDraftsCsv: exportOf(deskMiningDrafts),
  deskInvestCsv: exportOf(deskInvest),
  deskIeoCsv: exportOf(deskIeo),
  deskIeoAllocationCsv: exportOf(deskIeoAllocation),
  deskWealthPoolsCsv: exportOf(deskWealthForecast, { of: 'pools' }),
  deskWealthForecastCsv: exportOf(deskWealthForecast, { of: 'rows' }),
  deskProposalsCsv: exportOf(deskProposals),
  deskOperatorsCsv: exportOf(deskOperators),
  deskTreasuryBalancesCsv: exportOf(deskTreasury, { of: 'balances' }),
  deskTreasuryManualCsv: exportOf(deskTreasury, { of: 'manual' }),
  deskTreasuryOwedCsv: exportOf(deskTreasury, { of: 'owed_outside' }),
  deskReconciliationsCsv: exportOf(deskReconciliations),
  deskSymbolsCsv: exportOf(deskSymbols),
  deskFeedCsv: exportOf(deskFeedRead, { of: 'symbols' }),
  deskDerivativesCsv: exportOf(deskDerivatives),
  deskFundingCsv: exportOf(deskFunding),
  deskOptionsCsv: exportOf(deskOptions),
  deskExposureCsv: exportOf(deskExposure),
  deskHouseStakesCsv: exportOf(deskHouse, { of: 'stakes' }),
  deskHouseOptionsCsv: exportOf(deskHouse, { of: 'options' }),
  deskHouseProfitsCsv: exportOf(deskHouse, { of: 'profits' }),
  deskHouseAccountsCsv: exportOf(deskHouse, { of: 'accounts' }),
  deskChatsCsv: exportOf(deskChats),
  deskSupportOperatorsCsv: exportOf(deskSupportOperators),
  deskTicketsCsv: exportOf(deskTickets),
  deskCannedCsv: exportOf(deskCanned),
  deskProofsCsv: exportOf(liabilities),
  deskInsuranceCsv: exportOf(insuranceFund),
  deskAssetsCsv: exportOf(assetsPublic, { of: 'places' }),
  deskLiquidationsCsv: exportOf(liquidationsPublic),
} as const
