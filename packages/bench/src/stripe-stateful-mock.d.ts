declare module 'stripe-stateful-mock' {
  export function createExpressApp(): import('node:http').RequestListener
}
