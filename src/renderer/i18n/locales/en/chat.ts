export const chat = {
  'composer.placeholder': 'Message Vigil',
}
