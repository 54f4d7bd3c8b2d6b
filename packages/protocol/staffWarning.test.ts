import { expect, test } from 'vitest'
import { isStaffSuspicious } from './staffWarning.ts'

test.each([
  'Please send me your password so that I can help.',
  'Tell us the code that you have just received',
  'To release the withdrawal you must first pay a tax of 10%.',
  '請把驗證碼告訴我',
  '需先繳納保證金才能提領',
  'パスワードを教えてください。',
  '出金には手数料を先に振り込んでください',
  '인증번호를 알려 주세요',
  '출금하려면 먼저 세금을 입금하셔야 합니다',
  'Bạn vui lòng gửi mật khẩu cho tôi',
  'Bạn cần nộp phí trước để được rút tiền',
  'กรุณาส่งรหัสยืนยันให้เรา',
  'ต้องชำระภาษีก่อนจึงจะถอนได้',
  'Envoyez-moi votre mot de passe.',
  'Vous devez payer une taxe pour débloquer le retrait',
  'Envíeme su contraseña, por favor',
  'Pague primero la comisión para liberar el retiro',
])('warns of %j', (text) => expect(isStaffSuspicious(text)).toBe(true))

test.each([
  'Never tell anybody your password. We will not ask for a code.',
  'Your withdrawal has been paid; the fee was 2 USDT.',
  'The code goes to your email. The form in the app asks for it.',
  '您的提領已完成。請勿將密碼告訴任何人',
  '出金は完了しました。パスワードを誰にも教えないでください',
  '비밀번호는 누구에게도 알려 주지 마세요',
  'Không gửi mật khẩu cho bất kỳ ai',
  'อย่าบอกรหัสผ่านกับใคร',
  'Ne communiquez jamais votre mot de passe',
  'No comparta su contraseña con nadie',
  'Su retiro está en revisión hasta las 14:00',
  'Votre retrait est en cours ; merci de patienter',
])('does not warn of %j', (text) => expect(isStaffSuspicious(text)).toBe(false))
