import { accountRoutes } from './account.ts'
import { apiKeyRoutes } from './apiKeys.ts'
import { assetRoutes } from './assets.ts'
import { closingRoutes } from './closing.ts'
import { contentRoutes } from './content.ts'
import { contractRoutes } from './contract.ts'
import { creditRoutes } from './credit.ts'
import { deskRoutes } from './desk.ts'
import { deskChainRoutes } from './deskChain.ts'
import { deskPayoutRoutes } from './deskPayouts.ts'
import { deskClientErrorRoutes } from './deskClientErrors.ts'
import { deskContentRoutes } from './deskContent.ts'
import { deskDerivativeRoutes } from './deskDerivative.ts'
import { deskExportRoutes } from './deskExports.ts'
import { deskFeedRoutes } from './deskFeed.ts'
import { deskListingRoutes } from './deskListing.ts'
import { deskMailRoutes } from './deskMail.ts'
import { deskOperatorRoutes } from './deskOperators.ts'
import { deskOptionRoutes } from './deskOption.ts'
import { deskProposalRoutes } from './deskProposals.ts'
import { deskSettingsRoutes } from './deskSettings.ts'
import { deskSecurityRoutes } from './deskSecurity.ts'
import { deskSupportRoutes } from './deskSupport.ts'
import { deskTreasuryRoutes } from './deskTreasury.ts'
import { deskWaitingRoutes } from './deskWaiting.ts'
import { deskVerificationRoutes } from './deskVerification.ts'
import { deskWalletRoutes } from './deskWallet.ts'
import { disclosureRoutes } from './disclosure.ts'
import { gainRoutes } from './gains.ts'
import { holdingRoutes } from './holdings.ts'
import { factorResetRoutes } from './factorReset.ts'
import { evidenceRoutes } from './evidence.ts'
import { identityRoutes } from './identity.ts'
import { readOnlyRoutes } from './readOnly.ts'
import { selfLimitRoutes } from './selfLimit.ts'
import { serviceTermsRoutes } from './serviceTerms.ts'
import { sessionLimitRoutes } from './sessionLimit.ts'
import { liabilityRoutes } from './liabilities.ts'
import { marketRoutes } from './market.ts'
import { notificationRoutes } from './notification.ts'
import { optionRoutes } from './option.ts'
import { passkeyRoutes } from './passkeys.ts'
import { payeeRoutes } from './payees.ts'
import { perpetualRoutes } from './perpetual.ts'
import { deskProductRoutes, productRoutes } from './products.ts'
import { profileRoutes } from './profile.ts'
import { ownEvidenceRoutes } from './ownEvidence.ts'
import { receiptRoutes } from './receipts.ts'
import { spotRoutes } from './spot.ts'
import { spotConditionalRoutes } from './spotConditional.ts'
import { supportRoutes } from './support.ts'
import { touchRoutes } from './touches.ts'
import { transparencyRoutes } from './transparency.ts'
import { verificationRoutes } from './verification.ts'
import { walletRoutes } from './wallet.ts'
import { suspensionRoutes } from './suspensions.ts'
import { staffRoutes } from './staff.ts'
import { whoDecidesRoutes } from './whoDecides.ts'

/** Every route by its name, in one table for the server's registration, the policy and the documents. */
export const routes = {
  ...identityRoutes,
  ...profileRoutes,
  ...selfLimitRoutes,
  ...sessionLimitRoutes,
  ...disclosureRoutes,
  ...closingRoutes,
  ...passkeyRoutes,
  ...apiKeyRoutes,
  ...accountRoutes,
  ...holdingRoutes,
  ...gainRoutes,
  ...ownEvidenceRoutes,
  ...receiptRoutes,
  ...spotRoutes,
  ...spotConditionalRoutes,
  ...contractRoutes,
  ...perpetualRoutes,
  ...optionRoutes,
  ...productRoutes,
  ...marketRoutes,
  ...contentRoutes,
  ...creditRoutes,
  ...walletRoutes,
  ...payeeRoutes,
  ...verificationRoutes,
  ...notificationRoutes,
  ...transparencyRoutes,
  ...staffRoutes,
  ...whoDecidesRoutes,
  ...suspensionRoutes,
  ...evidenceRoutes,
  ...liabilityRoutes,
  ...assetRoutes,
  ...deskRoutes,
  ...deskSettingsRoutes,
  ...readOnlyRoutes,
  ...serviceTermsRoutes,
  ...deskContentRoutes,
  ...deskWalletRoutes,
  ...deskChainRoutes,
  ...deskPayoutRoutes,
  ...deskVerificationRoutes,
  ...deskDerivativeRoutes,
  ...deskProductRoutes,
  ...deskOptionRoutes,
  ...deskFeedRoutes,
  ...deskListingRoutes,
  ...deskProposalRoutes,
  ...deskOperatorRoutes,
  ...deskSecurityRoutes,
  ...deskTreasuryRoutes,
  ...deskWaitingRoutes,
  ...deskMailRoutes,
  ...touchRoutes,
  ...supportRoutes,
  ...deskSupportRoutes,
  ...deskExportRoutes,
  ...factorResetRoutes,
  ...deskClientErrorRoutes,
} as const

export type RouteName = keyof typeof routes
