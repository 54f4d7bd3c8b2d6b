// How staff who cheat ask: for what opens an account, or for a payment before money is let go. One row a language; a
// sentence is suspicious where it has a word of each kind of a row, and denies neither ("never tell anybody your password").
interface Asked {
  readonly secret: RegExp
  readonly ask: RegExp
  readonly pay: RegExp
  readonly charge: RegExp
  readonly release: RegExp
  readonly denied: RegExp
}

const languages: readonly Asked[] = [
  {
    secret: /\b(?:passwords?|passcodes?|codes?|seed phrase|recovery phrase|private keys?|pin)\b/iu,
    ask: /\b(?:send|tell|give|share|forward|read (?:me|us)|provide|we need|i need|what(?: is|['’]s) your)\b/iu,
    pay: /\b(?:pay|transfer|send|deposit)\b/iu,
    charge: /\b(?:fees?|tax(?:es)?|deposit|margin|guarantee|commission)\b/iu,
    release: /\b(?:withdraw(?:al|als|n)?|release|unlock|unfreeze|unblock)\b/iu,
    denied: /\b(?:never|not|no|nobody|without|cannot)\b|n['’]t\b/iu,
  },
  {
    secret: /密碼|密码|驗證碼|验证码|助記詞|助记词|私鑰|私钥|復原碼/u,
    ask: /告訴|告诉|提供|發給|发给|傳給|传给|給我|给我|發送|发送|回覆|回复/u,
    pay: /支付|繳|缴|轉帳|转账|匯款|汇款|付款|存入/u,
    charge: /費|费|稅|税|保證金|保证金|押金/u,
    release: /提領|提款|提现|提現|解凍|解冻|解鎖|解锁|放款/u,
    denied: /不|勿|別|别|無需|无需/u,
  },
  {
    secret: /パスワード|認証コード|確認コード|リカバリー|秘密鍵|暗証番号/u,
    ask: /教えて|送って|送信して|お知らせください|お送り|共有して|ご提示|返信して/u,
    pay: /支払|振り込|振込|送金|入金/u,
    charge: /手数料|税|保証金|預託金/u,
    release: /出金|引き出|凍結|解除|ロック/u,
    denied: /ません|ないで|しない|不要|決して/u,
  },
  {
    secret: /비밀번호|인증번호|인증 코드|인증코드|개인키|복구 코드|복구 문구/u,
    ask: /알려|보내|말씀해|제공해|전달해|공유해|회신/u,
    pay: /지불|납부|입금|송금|이체/u,
    charge: /수수료|세금|보증금|예치금/u,
    release: /출금|동결|해제|잠금/u,
    denied: /않|마세요|마십시오|절대|없습/u,
  },
  {
    secret: /mật khẩu|mã (?:xác minh|xác thực|otp|khôi phục)|khóa riêng|cụm từ khôi phục/iu,
    ask: /gửi|cho (?:tôi|chúng tôi|mình) biết|cung cấp|đọc cho|chia sẻ/iu,
    pay: /thanh toán|nộp|chuyển|nạp|trả/iu,
    charge: /phí|thuế|tiền cọc|ký quỹ|bảo lãnh/iu,
    release: /rút|mở khóa|giải tỏa|đóng băng/iu,
    denied: /không|đừng|chớ/iu,
  },
  {
    secret: /รหัสผ่าน|รหัสยืนยัน|รหัส ?otp|รหัสกู้คืน|คีย์ส่วนตัว|วลีกู้คืน/iu,
    ask: /ส่ง|บอก|แจ้ง|ขอทราบ|แชร์/u,
    pay: /ชำระ|จ่าย|โอน|ฝาก/u,
    charge: /ค่าธรรมเนียม|ภาษี|เงินประกัน|มัดจำ/u,
    release: /ถอน|ปลดล็อก|อายัด|ปลดระงับ/u,
    denied: /ไม่|อย่า|ห้าม/u,
  },
  {
    secret: /mots? de passe|codes?\b|phrase de récupération|clé privée/iu,
    ask: /envoye|donne|communique|indique|transmet|partage|fournis|avons besoin|ai besoin/iu,
    pay: /pay|réglé|régler|réglez|vers|virement|dépos/iu,
    charge: /frais|taxe|impôt|caution|garantie|commission/iu,
    release: /retrait|retirer|débloqu|dégel|libér/iu,
    denied: /\b(?:ne|jamais|aucun|aucune|sans)\b|\bn['’]/iu,
  },
  {
    secret: /contraseña|código|frase de recuperación|clave privada/iu,
    ask: /env[ií]e|díga|dígame|denos|deme|comparta|facilite|indique|proporcione|necesitamos|necesito/iu,
    pay: /pag|transfier|deposit|abon/iu,
    charge: /comisión|impuesto|tasa|fianza|garantía|cargo/iu,
    release: /retir|desbloque|descongel|liber/iu,
    denied: /\b(?:no|nunca|jamás|ningún|ninguna|sin)\b/iu,
  },
]

const sentenceEnd = /[.!?。！？\n]/u

/**
 * Whether words of staff ask for a password, a code or a key, or for a payment before a withdrawal, in any of the app's
 * languages. Nobody of an honest house asks for either, so that the reader is warned and the audit log names it.
 */
export function isStaffSuspicious(text: string): boolean {
  return text.split(sentenceEnd).some((sentence) =>
    languages.some(({ secret, ask, pay, charge, release, denied }) => {
      if (denied.test(sentence)) return false
      const wantsSecret = secret.test(sentence) && ask.test(sentence)
      return wantsSecret || (pay.test(sentence) && charge.test(sentence) && release.test(sentence))
    }),
  )
}
