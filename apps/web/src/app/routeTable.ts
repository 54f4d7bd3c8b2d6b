import { ieoRedirects, ieoScreens } from '../ieo/screens.ts'
import { investRedirects, investScreens } from '../invest/screens.ts'
import { miningRedirects, miningScreens } from '../mining/screens.ts'
import { screen, type ScreenRow } from '../parts/router/screenRow.ts'

const identity: ScreenRow[] = [
  screen('/login', 'login', () => import('../identity/LoginScreen.tsx').then((m) => m.LoginScreen)),
  screen('/testlogine', 'testlogine', () => import('../identity/LoginScreen.tsx').then((m) => m.TestLoginScreen)),
  screen('/forgot', 'forgot', () => import('../identity/ForgotScreen.tsx').then((m) => m.ForgotScreen)),
  screen('/register', 'register', () => import('../identity/RegisterScreen.tsx').then((m) => m.RegisterScreen)),
]

const setting: ScreenRow[] = [
  screen('/setting/setpage', 'setting', () => import('../setting/SettingScreen.tsx').then((m) => m.SettingScreen)),
  screen('/freeze', 'freeze', () => import('../security/FreezeScreen.tsx').then((m) => m.FreezeScreen)),
  screen('/transparency/mail-end', 'headMailEnd', () =>
    import('../transparency/HeadMailEndScreen.tsx').then((m) => m.HeadMailEndScreen),
  ),
  screen('/setting/security', 'security', () => import('../security/SecurityScreen.tsx').then((m) => m.SecurityScreen)),
  screen('/setting/account-access', 'accountAccess', () =>
    import('../security/AccessScreen.tsx').then((m) => m.AccessScreen),
  ),
  screen('/setting/api-keys', 'apiKeys', () => import('../security/ApiKeysScreen.tsx').then((m) => m.ApiKeysScreen)),
  screen('/setting/notifications', 'notificationSetting', () =>
    import('../notification/NotificationSettingScreen.tsx').then((m) => m.NotificationSettingScreen),
  ),
  screen('/setting/change-password', 'changePassword', () =>
    import('../security/ChangePasswordScreen.tsx').then((m) => m.ChangePasswordScreen),
  ),
  screen('/setting/account-change', 'accountChange', () =>
    import('../account/RecordsScreen.tsx').then((m) => m.RecordsScreen),
  ),
  screen('/setting/statements', 'statements', () =>
    import('../account/StatementsScreen.tsx').then((m) => m.StatementsScreen),
  ),
  screen('/setting/yearly-report', 'yearlyReport', () =>
    import('../account/YearlyReportScreen.tsx').then((m) => m.YearlyReportScreen),
  ),
  screen('/setting/authentication', 'authentication', () =>
    import('../verification/AuthenticationScreen.tsx').then((m) => m.AuthenticationScreen),
  ),
  screen('/setting/authentication/primary-certification', 'primaryCertification', () =>
    import('../verification/PrimaryScreen.tsx').then((m) => m.PrimaryScreen),
  ),
  screen('/setting/authentication/advanced-certification', 'advancedCertification', () =>
    import('../verification/AdvancedScreen.tsx').then((m) => m.AdvancedScreen),
  ),
  screen('/setting/download-app', 'downloadApp', () =>
    import('../content/DownloadScreen.tsx').then((m) => m.DownloadScreen),
  ),
  screen('/setting/credit-score', 'creditScore', () =>
    import('../content/CreditScoreScreen.tsx').then((m) => m.CreditScoreScreen),
  ),
  screen('/setting/your-data', 'yourData', () =>
    import('../accountClosure/YourDataScreen.tsx').then((m) => m.YourDataScreen),
  ),
  screen('/setting/limits', 'ownLimits', () => import('../selfLimit/LimitsScreen.tsx').then((m) => m.LimitsScreen)),
  screen('/setting/crypto-address-management', 'addressManagement', () =>
    import('../wallet/AddressesScreen.tsx').then((m) => m.AddressesScreen),
  ),
  screen('/setting/contact-us', 'contactUs', () => import('../support/ContactScreen.tsx').then((m) => m.ContactScreen)),
  screen('/setting/contact-us/$id', 'ticket', () => import('../support/TicketScreen.tsx').then((m) => m.TicketScreen)),
  screen('/setting/faq', 'faq', () => import('../content/FaqScreen.tsx').then((m) => m.FaqScreen)),
  screen('/setting/about-us', 'aboutUs', () => import('../content/ArticleScreen.tsx').then((m) => m.AboutScreen)),
  screen('/setting/user-profile', 'userProfile', () =>
    import('../setting/ProfileScreen.tsx').then((m) => m.ProfileScreen),
  ),
  screen('/setting/user-agreement', 'userAgreement', () =>
    import('../content/ArticleScreen.tsx').then((m) => m.AgreementScreen),
  ),
  screen('/setting/msb-certificates', 'certificates', () =>
    import('../content/CertificatesScreen.tsx').then((m) => m.CertificatesScreen),
  ),
]

const market: ScreenRow[] = [
  screen('/market/trading', 'market', () => import('../market/MarketScreen.tsx').then((m) => m.MarketScreen), true),
  screen(
    '/market/trade/contract/$symbol',
    'contractTrade',
    () => import('../derivative/LotTradeScreens.tsx').then((m) => m.ContractTradeScreen),
    true,
  ),
  screen(
    '/market/trade/eternal_contract/$symbol',
    'perpetualTrade',
    () => import('../derivative/LotTradeScreens.tsx').then((m) => m.PerpetualTradeScreen),
    true,
  ),
  screen(
    '/market/trade/option/$symbol',
    'optionTrade',
    () => import('../option/OptionTradeScreen.tsx').then((m) => m.OptionTradeScreen),
    true,
  ),
  screen(
    '/market/trade/coins/$symbol',
    'spotTrade',
    () => import('../spot/SpotTradeScreen.tsx').then((m) => m.SpotTradeScreen),
    true,
  ),
  screen('/market/trade/contract_orders', 'contractOrders', () =>
    import('../derivative/LotOrdersScreen.tsx').then((m) => m.LotOrdersScreen),
  ),
  screen('/market/trade/orderDetails', 'orderDetails', () =>
    import('./OrderDetailsScreen.tsx').then((m) => m.OrderDetailsScreen),
  ),
  screen('/market/trade/liquidation', 'liquidation', () =>
    import('../derivative/LiquidationScreen.tsx').then((m) => m.LiquidationScreen),
  ),
  screen('/market/trade/option_orders', 'optionOrders', () =>
    import('../option/OptionOrdersScreen.tsx').then((m) => m.OptionOrdersScreen),
  ),
  screen('/market/trade/currency_orders', 'spotOrders', () =>
    import('../spot/SpotOrdersScreen.tsx').then((m) => m.SpotOrdersScreen),
  ),
]

const wallet: ScreenRow[] = [
  screen('/fund/transfer', 'exchange', () => import('../account/ExchangeScreen.tsx').then((m) => m.ExchangeScreen)),
  screen('/fund/fundTransfer', 'fundTransfer', () =>
    import('../account/TransferScreen.tsx').then((m) => m.TransferScreen),
  ),
  screen('/fund/transfer_history', 'transferHistory', () =>
    import('../account/FundHistoryScreen.tsx').then((m) => m.FundHistoryScreen),
  ),
  screen('/withdrawal/cashout', 'cashout', () => import('../wallet/CashoutScreen.tsx').then((m) => m.CashoutScreen)),
  screen('/withdrawal/withdraw-records', 'withdrawRecords', () =>
    import('../wallet/WithdrawRecordsScreen.tsx').then((m) => m.WithdrawRecordsScreen),
  ),
  screen('/withdrawal/add-wallet', 'addWallet', () =>
    import('../wallet/AddWalletScreen.tsx').then((m) => m.AddWalletScreen),
  ),
  screen('/withdrawal/manage-bankcard', 'manageCards', () =>
    import('../wallet/CardsScreen.tsx').then((m) => m.CardsScreen),
  ),
  screen('/withdrawal/add-bankcard', 'addCard', () => import('../wallet/CardScreen.tsx').then((m) => m.CardScreen)),
  screen('/recharge/deposit', 'deposit', () => import('../wallet/DepositScreen.tsx').then((m) => m.DepositScreen)),
  screen('/recharge/receive-money', 'receiveMoney', () =>
    import('../wallet/ReceiveScreen.tsx').then((m) => m.ReceiveScreen),
  ),
  screen('/recharge/recharge-records', 'depositRecords', () =>
    import('../wallet/DepositRecordsScreen.tsx').then((m) => m.DepositRecordsScreen),
  ),
  screen('/recharge/submit-voucher', 'submitVoucher', () =>
    import('../wallet/VoucherScreen.tsx').then((m) => m.VoucherScreen),
  ),
]

const account: ScreenRow[] = [
  screen('/assetsInfo', 'assets', () => import('../account/AssetsScreen.tsx').then((m) => m.AssetsScreen), true),
  screen('/assetsInfo/profit', 'profit', () => import('../account/ProfitScreen.tsx').then((m) => m.ProfitScreen)),
  screen('/coinAccount', 'coinAccount', () => import('../account/AccountScreen.tsx').then((m) => m.CoinAccountScreen)),
  screen('/coinContract', 'contractAccount', () =>
    import('../account/AccountScreen.tsx').then((m) => m.ContractAccountScreen),
  ),
  screen('/coinOption', 'optionAccount', () =>
    import('../account/AccountScreen.tsx').then((m) => m.OptionAccountScreen),
  ),
]

const wealth: ScreenRow[] = [
  screen('/financial', 'finance', () => import('../finance/FinanceScreen.tsx').then((m) => m.FinanceScreen), true),
  ...ieoScreens,
  ...miningScreens,
  ...investScreens,
]

/** Every path of the app, once. */
export const screens: readonly ScreenRow[] = [
  ...identity,
  screen('/home', 'home', () => import('../home/HomeScreen.tsx').then((m) => m.HomeScreen), true),
  screen('/customer-service', 'customerService', () => import('../support/ChatScreen.tsx').then((m) => m.ChatScreen)),
  ...setting,
  ...market,
  ...wallet,
  ...account,
  ...wealth,
  screen('/notifications', 'notifications', () =>
    import('../notification/NotificationsScreen.tsx').then((m) => m.NotificationsScreen),
  ),
  screen('/news', 'news', () => import('../content/NewsScreen.tsx').then((m) => m.NewsScreen)),
  screen('/news/$id', 'news', () => import('../content/NewsItemScreen.tsx').then((m) => m.NewsItemScreen)),
  screen('/transparency', 'transparency', () =>
    import('../transparency/TransparencyScreen.tsx').then((m) => m.TransparencyScreen),
  ),
  screen('/transparency/$part', 'transparency', () =>
    import('../transparency/TransparencyScreen.tsx').then((m) => m.TransparencyScreen),
  ),
]

/** Paths that only lead on. `/market/trade/{symbol}` opens the product last used, spot at first. */
export const redirects: readonly { from: string; to: string }[] = [
  { from: '/', to: '/home' },
  { from: '/setting', to: '/setting/setpage' },
  { from: '/fund', to: '/fund/transfer' },
  { from: '/market', to: '/market/trading' },
  { from: '/market/trade/$symbol', to: '/market/trade/coins/$symbol' },
  { from: '/withdrawal', to: '/withdrawal/cashout' },
  { from: '/recharge', to: '/recharge/deposit' },
  ...ieoRedirects,
  ...miningRedirects,
  ...investRedirects,
]
