import { assetsPublic } from './assets.ts'
import { deskAudit, deskOutbox, deskUserOne, deskUsers } from './desk.ts'
import { deskChain } from './deskChain.ts'
import { deskPayouts } from './deskPayouts.ts'
import { deskClientErrors } from './deskClientErrors.ts'
import { deskCertificates, deskPieces } from './deskContent.ts'
import { deskDerivatives, deskFunding, deskHouse, deskHouseDays } from './deskDerivative.ts'
import { deskFeedRead } from './deskFeed.ts'
import { deskWealthForecast } from './deskMining.ts'
import { deskOperators } from './deskOperators.ts'
import { deskOptions } from './deskOption.ts'
import { deskProposals } from './deskProposals.ts'
import { deskListings } from './deskListing.ts'
import { deskExposure, deskInviteCodes, deskSymbols } from './deskSettings.ts'
import { deskCanned, deskChats, deskSupportOperators, deskTickets } from './deskSupport.ts'
import { deskReconciliations, deskTreasury, deskUserRecords } from './deskTreasury.ts'
import { deskVerifications } from './deskVerification.ts'
import { deskAddresses, deskDeposits, deskNetworks, deskWithdrawals } from './deskWallet.ts'
import { liabilities } from './liabilities.ts'
import { exportOf } from './exportOf.ts'
import { productExports } from './products.ts'
import { deskFactorResets } from './factorReset.ts'
import { deskUserTouches } from './touches.ts'
import { insuranceFund, liquidationsPublic } from './transparency.ts'

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
  deskChainCsv: exportOf(deskChain),
  deskDepositsCsv: exportOf(deskDeposits),
  deskWithdrawalsCsv: exportOf(deskWithdrawals),
  deskPayoutsCsv: exportOf(deskPayouts),
  deskNetworksCsv: exportOf(deskNetworks),
  deskVerificationsCsv: exportOf(deskVerifications),
  ...productExports,
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
  deskListedCurrenciesCsv: exportOf(deskListings, { of: 'currencies' }),
  deskListedMarketsCsv: exportOf(deskListings, { of: 'markets' }),
  deskDerivativesCsv: exportOf(deskDerivatives),
  deskFundingCsv: exportOf(deskFunding),
  deskOptionsCsv: exportOf(deskOptions),
  deskExposureCsv: exportOf(deskExposure),
  deskHouseStakesCsv: exportOf(deskHouse, { of: 'stakes' }),
  deskHouseOptionsCsv: exportOf(deskHouse, { of: 'options' }),
  deskHouseProfitsCsv: exportOf(deskHouse, { of: 'profits' }),
  deskHouseDaysCsv: exportOf(deskHouseDays),
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
