import{a as e,c as t,d as n,i as r,n as i,o as a,r as o,s,t as c,u as l}from"./billing-authorise-money-cae2BhOR.js";import{n as u,t as d}from"./billing-authorise-time-DCaFFHDm.js";import{t as f}from"./billing-authorise-refusal-error-Dt_13Cal.js";import{t as p}from"./billing-authorise-wallet-OFm_dQWR.js";var m=globalThis,h=m.ShadowRoot&&(m.ShadyCSS===void 0||m.ShadyCSS.nativeShadow)&&`adoptedStyleSheets`in Document.prototype&&`replace`in CSSStyleSheet.prototype,g=Symbol(),ee=/* @__PURE__ */ new WeakMap,te=class{constructor(e,t,n){if(this._$cssResult$=!0,n!==g)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,t=this.t;if(h&&e===void 0){let n=t!==void 0&&t.length===1;n&&(e=ee.get(t)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),n&&ee.set(t,e))}return e}toString(){return this.cssText}},ne=e=>new te(typeof e==`string`?e:e+``,void 0,g),re=(e,...t)=>new te(e.length===1?e[0]:t.reduce((t,n,r)=>t+(e=>{if(!0===e._$cssResult$)return e.cssText;if(typeof e==`number`)return e;throw Error(`Value passed to 'css' function must be a 'css' function result: `+e+`. Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.`)})(n)+e[r+1],e[0]),e,g),ie=(e,t)=>{if(h)e.adoptedStyleSheets=t.map(e=>e instanceof CSSStyleSheet?e:e.styleSheet);else for(let n of t){let t=document.createElement(`style`),r=m.litNonce;r!==void 0&&t.setAttribute(`nonce`,r),t.textContent=n.cssText,e.appendChild(t)}},ae=h?e=>e:e=>e instanceof CSSStyleSheet?(e=>{let t=``;for(let n of e.cssRules)t+=n.cssText;return ne(t)})(e):e,{is:oe,defineProperty:se,getOwnPropertyDescriptor:ce,getOwnPropertyNames:le,getOwnPropertySymbols:ue,getPrototypeOf:de}=Object,fe=globalThis,pe=fe.trustedTypes,me=pe?pe.emptyScript:``,he=fe.reactiveElementPolyfillSupport,_=(e,t)=>e,ge={toAttribute(e,t){switch(t){case Boolean:e=e?me:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let n=e;switch(t){case Boolean:n=e!==null;break;case Number:n=e===null?null:Number(e);break;case Object:case Array:try{n=JSON.parse(e)}catch{n=null}}return n}},_e=(e,t)=>!oe(e,t),ve={attribute:!0,type:String,converter:ge,reflect:!1,useDefault:!1,hasChanged:_e};Symbol.metadata??=Symbol(`metadata`),fe.litPropertyMetadata??=/* @__PURE__ */ new WeakMap;var v=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=ve){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let n=Symbol(),r=this.getPropertyDescriptor(e,n,t);r!==void 0&&se(this.prototype,e,r)}}static getPropertyDescriptor(e,t,n){let{get:r,set:i}=ce(this.prototype,e)??{get(){return this[t]},set(e){this[t]=e}};return{get:r,set(t){let a=r?.call(this);i?.call(this,t),this.requestUpdate(e,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??ve}static _$Ei(){if(this.hasOwnProperty(_(`elementProperties`)))return;let e=de(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(_(`finalized`)))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(_(`properties`))){let e=this.properties,t=[...le(e),...ue(e)];for(let n of t)this.createProperty(n,e[n])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[e,n]of t)this.elementProperties.set(e,n)}this._$Eh=/* @__PURE__ */ new Map;for(let[e,t]of this.elementProperties){let n=this._$Eu(e,t);n!==void 0&&this._$Eh.set(n,e)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let n=new Set(e.flat(1/0).reverse());for(let e of n)t.unshift(ae(e))}else e!==void 0&&t.push(ae(e));return t}static _$Eu(e,t){let n=t.attribute;return!1===n?void 0:typeof n==`string`?n:typeof e==`string`?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=/* @__PURE__ */ new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=/* @__PURE__ */ new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=/* @__PURE__ */ new Map,t=this.constructor.elementProperties;for(let n of t.keys())this.hasOwnProperty(n)&&(e.set(n,this[n]),delete this[n]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return ie(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,n){this._$AK(e,n)}_$ET(e,t){let n=this.constructor.elementProperties.get(e),r=this.constructor._$Eu(e,n);if(r!==void 0&&!0===n.reflect){let i=(n.converter?.toAttribute===void 0?ge:n.converter).toAttribute(t,n.type);this._$Em=e,i==null?this.removeAttribute(r):this.setAttribute(r,i),this._$Em=null}}_$AK(e,t){let n=this.constructor,r=n._$Eh.get(e);if(r!==void 0&&this._$Em!==r){let e=n.getPropertyOptions(r),i=typeof e.converter==`function`?{fromAttribute:e.converter}:e.converter?.fromAttribute===void 0?ge:e.converter;this._$Em=r;let a=i.fromAttribute(t,e.type);this[r]=a??this._$Ej?.get(r)??a,this._$Em=null}}requestUpdate(e,t,n,r=!1,i){if(e!==void 0){let a=this.constructor;if(!1===r&&(i=this[e]),n??=a.getPropertyOptions(e),!((n.hasChanged??_e)(i,t)||n.useDefault&&n.reflect&&i===this._$Ej?.get(e)&&!this.hasAttribute(a._$Eu(e,n))))return;this.C(e,t,n)}!1===this.isUpdatePending&&(this._$ES=this._$EP())}C(e,t,{useDefault:n,reflect:r,wrapped:i},a){n&&!(this._$Ej??=/* @__PURE__ */ new Map).has(e)&&(this._$Ej.set(e,a??t??this[e]),!0!==i||a!==void 0)||(this._$AL.has(e)||(this.hasUpdated||n||(t=void 0),this._$AL.set(e,t)),!0===r&&this._$Em!==e&&(this._$Eq??=/* @__PURE__ */ new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(e){Promise.reject(e)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[e,t]of this._$Ep)this[e]=t;this._$Ep=void 0}let e=this.constructor.elementProperties;if(e.size>0)for(let[t,n]of e){let{wrapped:e}=n,r=this[t];!0!==e||this._$AL.has(t)||r===void 0||this.C(t,void 0,n,r)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(e=>e.hostUpdate?.()),this.update(t)):this._$EM()}catch(t){throw e=!1,this._$EM(),t}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(e=>e.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=/* @__PURE__ */ new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(e=>this._$ET(e,this[e])),this._$EM()}updated(e){}firstUpdated(e){}};v.elementStyles=[],v.shadowRootOptions={mode:`open`},v[_(`elementProperties`)]=/* @__PURE__ */ new Map,v[_(`finalized`)]=/* @__PURE__ */ new Map,he?.({ReactiveElement:v}),(fe.reactiveElementVersions??=[]).push(`2.1.2`);var ye=globalThis,be=e=>e,xe=ye.trustedTypes,Se=xe?xe.createPolicy(`lit-html`,{createHTML:e=>e}):void 0,Ce=`$lit$`,y=`lit$${Math.random().toFixed(9).slice(2)}$`,we=`?`+y,Te=`<${we}>`,b=document,x=()=>b.createComment(``),S=e=>e===null||typeof e!=`object`&&typeof e!=`function`,Ee=Array.isArray,De=e=>Ee(e)||typeof e?.[Symbol.iterator]==`function`,Oe=`[ 	
\f\r]`,C=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,ke=/-->/g,Ae=/>/g,w=RegExp(`>|${Oe}(?:([^\\s"'>=/]+)(${Oe}*=${Oe}*(?:[^ \t\n\f\r"'\`<>=]|("|')|))|$)`,`g`),je=/'/g,Me=/"/g,Ne=/^(?:script|style|textarea|title)$/i,Pe=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),T=Pe(1),E=Pe(2),D=Symbol.for(`lit-noChange`),O=Symbol.for(`lit-nothing`),Fe=/* @__PURE__ */ new WeakMap,k=b.createTreeWalker(b,129);function Ie(e,t){if(!Ee(e)||!e.hasOwnProperty(`raw`))throw Error(`invalid template strings array`);return Se===void 0?t:Se.createHTML(t)}var Le=(e,t)=>{let n=e.length-1,r=[],i,a=t===2?`<svg>`:t===3?`<math>`:``,o=C;for(let t=0;t<n;t++){let n=e[t],s,c,l=-1,u=0;for(;u<n.length&&(o.lastIndex=u,c=o.exec(n),c!==null);)u=o.lastIndex,o===C?c[1]===`!--`?o=ke:c[1]===void 0?c[2]===void 0?c[3]!==void 0&&(o=w):(Ne.test(c[2])&&(i=RegExp(`</`+c[2],`g`)),o=w):o=Ae:o===w?c[0]===`>`?(o=i??C,l=-1):c[1]===void 0?l=-2:(l=o.lastIndex-c[2].length,s=c[1],o=c[3]===void 0?w:c[3]===`"`?Me:je):o===Me||o===je?o=w:o===ke||o===Ae?o=C:(o=w,i=void 0);let d=o===w&&e[t+1].startsWith(`/>`)?` `:``;a+=o===C?n+Te:l>=0?(r.push(s),n.slice(0,l)+Ce+n.slice(l)+y+d):n+y+(l===-2?t:d)}return[Ie(e,a+(e[n]||`<?>`)+(t===2?`</svg>`:t===3?`</math>`:``)),r]},Re=class e{constructor({strings:t,_$litType$:n},r){let i;this.parts=[];let a=0,o=0,s=t.length-1,c=this.parts,[l,u]=Le(t,n);if(this.el=e.createElement(l,r),k.currentNode=this.el.content,n===2||n===3){let e=this.el.content.firstChild;e.replaceWith(...e.childNodes)}for(;(i=k.nextNode())!==null&&c.length<s;){if(i.nodeType===1){if(i.hasAttributes())for(let e of i.getAttributeNames())if(e.endsWith(Ce)){let t=u[o++],n=i.getAttribute(e).split(y),r=/([.?@])?(.*)/.exec(t);c.push({type:1,index:a,name:r[2],strings:n,ctor:r[1]===`.`?Ve:r[1]===`?`?He:r[1]===`@`?Ue:j}),i.removeAttribute(e)}else e.startsWith(y)&&(c.push({type:6,index:a}),i.removeAttribute(e));if(Ne.test(i.tagName)){let e=i.textContent.split(y),t=e.length-1;if(t>0){i.textContent=xe?xe.emptyScript:``;for(let n=0;n<t;n++)i.append(e[n],x()),k.nextNode(),c.push({type:2,index:++a});i.append(e[t],x())}}}else if(i.nodeType===8){if(i.data===we)c.push({type:2,index:a});else{let e=-1;for(;(e=i.data.indexOf(y,e+1))!==-1;)c.push({type:7,index:a}),e+=y.length-1}}a++}}static createElement(e,t){let n=b.createElement(`template`);return n.innerHTML=e,n}};function A(e,t,n=e,r){if(t===D)return t;let i=r===void 0?n._$Cl:n._$Co?.[r],a=S(t)?void 0:t._$litDirective$;return i?.constructor!==a&&(i?._$AO?.(!1),a===void 0?i=void 0:(i=new a(e),i._$AT(e,n,r)),r===void 0?n._$Cl=i:(n._$Co??=[])[r]=i),i!==void 0&&(t=A(e,i._$AS(e,t.values),i,r)),t}var ze=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:n}=this._$AD,r=(e?.creationScope??b).importNode(t,!0);k.currentNode=r;let i=k.nextNode(),a=0,o=0,s=n[0];for(;s!==void 0;){if(a===s.index){let t;s.type===2?t=new Be(i,i.nextSibling,this,e):s.type===1?t=new s.ctor(i,s.name,s.strings,this,e):s.type===6&&(t=new We(i,this,e)),this._$AV.push(t),s=n[++o]}a!==s?.index&&(i=k.nextNode(),a++)}return k.currentNode=b,r}p(e){let t=0;for(let n of this._$AV)n!==void 0&&(n.strings===void 0?n._$AI(e[t]):(n._$AI(e,n,t),t+=n.strings.length-2)),t++}},Be=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,n,r){this.type=2,this._$AH=O,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=n,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=A(this,e,t),S(e)?e===O||e==null||e===``?(this._$AH!==O&&this._$AR(),this._$AH=O):e!==this._$AH&&e!==D&&this._(e):e._$litType$===void 0?e.nodeType===void 0?De(e)?this.k(e):this._(e):this.T(e):this.$(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==O&&S(this._$AH)?this._$AA.nextSibling.data=e:this.T(b.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:n}=e,r=typeof n==`number`?this._$AC(e):(n.el===void 0&&(n.el=Re.createElement(Ie(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===r)this._$AH.p(t);else{let e=new ze(r,this),n=e.u(this.options);e.p(t),this.T(n),this._$AH=e}}_$AC(e){let t=Fe.get(e.strings);return t===void 0&&Fe.set(e.strings,t=new Re(e)),t}k(t){Ee(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,i=0;for(let a of t)i===n.length?n.push(r=new e(this.O(x()),this.O(x()),this,this.options)):r=n[i],r._$AI(a),i++;i<n.length&&(this._$AR(r&&r._$AB.nextSibling,i),n.length=i)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let t=be(e).nextSibling;be(e).remove(),e=t}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},j=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,n,r,i){this.type=1,this._$AH=O,this._$AN=void 0,this.element=e,this.name=t,this._$AM=r,this.options=i,n.length>2||n[0]!==``||n[1]!==``?(this._$AH=Array(n.length-1).fill(/* @__PURE__ */ new String),this.strings=n):this._$AH=O}_$AI(e,t=this,n,r){let i=this.strings,a=!1;if(i===void 0)e=A(this,e,t,0),a=!S(e)||e!==this._$AH&&e!==D,a&&(this._$AH=e);else{let r=e,o,s;for(e=i[0],o=0;o<i.length-1;o++)s=A(this,r[n+o],t,o),s===D&&(s=this._$AH[o]),a||=!S(s)||s!==this._$AH[o],s===O?e=O:e!==O&&(e+=(s??``)+i[o+1]),this._$AH[o]=s}a&&!r&&this.j(e)}j(e){e===O?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??``)}},Ve=class extends j{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===O?void 0:e}},He=class extends j{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==O)}},Ue=class extends j{constructor(e,t,n,r,i){super(e,t,n,r,i),this.type=5}_$AI(e,t=this){if((e=A(this,e,t,0)??O)===D)return;let n=this._$AH,r=e===O&&n!==O||e.capture!==n.capture||e.once!==n.once||e.passive!==n.passive,i=e!==O&&(n===O||r);r&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH==`function`?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},We=class{constructor(e,t,n){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(e){A(this,e)}},Ge={M:Ce,P:y,A:we,C:1,L:Le,R:ze,D:De,V:A,I:Be,H:j,N:He,U:Ue,B:Ve,F:We},Ke=ye.litHtmlPolyfillSupport;Ke?.(Re,Be),(ye.litHtmlVersions??=[]).push(`3.3.3`);var qe=(e,t,n)=>{let r=n?.renderBefore??t,i=r._$litPart$;if(i===void 0){let e=n?.renderBefore??null;r._$litPart$=i=new Be(t.insertBefore(x(),e),e,void 0,n??{})}return i._$AI(e),i},Je=globalThis,M=class extends v{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=qe(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return D}};M._$litElement$=!0,M.finalized=!0,Je.litElementHydrateSupport?.({LitElement:M});var Ye=Je.litElementPolyfillSupport;Ye?.({LitElement:M}),(Je.litElementVersions??=[]).push(`4.2.2`);var N={bubbles:!0,composed:!0},Xe=class extends Event{session;constructor(e){super(`billing-authorise-ready`,N),this.session=e}},Ze=class extends Event{durationSeconds;maxEscrowUsd;constructor(e,t){super(`billing-authorise-change`,N),this.durationSeconds=e,this.maxEscrowUsd=t}},Qe=class extends Event{customer;constructor(e){super(`billing-authorise-signed-in`,N),this.customer=e}},$e=class extends Event{session;foundOnLoad;constructor(e,t){super(`billing-authorise-complete`,{...N,cancelable:!0}),this.session=e,this.foundOnLoad=t}},et=class extends Event{session;constructor(e){super(`billing-authorise-cancel`,{...N,cancelable:!0}),this.session=e}},tt=class extends Event{code;message;constructor(e,t){super(`billing-authorise-error`,N),this.code=e,this.message=t}};function nt(e,t){let n=encodeURIComponent(t),r=URL.parse(e.replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi,n));return r&&(r.protocol===`https:`||r.protocol===`http:`)?r.href:null}function rt(e,t,{describe:n,maxEscrowUsd:r}){if(e.type===`announce_error`)return{event:new tt(e.problem.code,n(e.problem)),leaveTo:null};if(!t)return null;switch(e.type){case`announce_ready`:return{event:new Xe(t),leaveTo:null};case`announce_change`:{let{durationSeconds:t}=e;return{event:new Ze(t,r(t)),leaveTo:null}}case`announce_signed_in`:return{event:new Qe(e.customer),leaveTo:null};case`announce_complete`:return{event:new $e(t,e.foundOnLoad),leaveTo:e.foundOnLoad?null:nt(t.success_url,t.id)};case`announce_cancel`:return{event:new et(t),leaveTo:nt(t.cancel_url,t.id)};default:return null}}function P(e){return`checkout`in e?e.checkout:null}function it(e){return P(e)?.session.status===`complete`?`complete`:e.phase}function F(e){return e.phase!==`complete`&&it(e)===`complete`}function at(e){switch(e.phase){case`connecting`:case`signing`:case`opening`:return!0;case`signing_in`:return e.step!==`idle`;default:return!1}}function ot(e){switch(e.phase){case`choosing`:case`connecting`:case`signing_in`:case`reviewing`:return!0;case`error`:return e.retry!==`open`;default:return!1}}function st(e){return it(e)!==`complete`&&(e.phase===`choosing`||e.phase===`connecting`||e.phase===`signing_in`&&e.step===`idle`||e.phase===`reviewing`||e.phase===`error`&&e.retry!==`open`)}function I(e){return e.seconds!==null&&e.seconds>=60&&e.seconds<=2592e3}function ct(e){return ut(e,d.filter(t=>e%t.seconds===0).at(-1)?.unit??`seconds`)}function lt(e,t){if(`seconds`in t)return ct(t.seconds);if(`unit`in t)return e.seconds===null?{...e,unit:t.unit}:ut(e.seconds,t.unit);let n=t.amount.trim()===``?NaN:Number(t.amount),r=Number.isFinite(n)?Math.round(n*dt(e.unit)):null;return{amount:t.amount,unit:e.unit,seconds:r}}function ut(e,t){return{amount:String(Number((e/dt(t)).toFixed(6))),unit:t,seconds:e}}function dt(e){return d.find(t=>t.unit===e)?.seconds??1}var ft={phase:`loading`,sessionId:null};function pt(e,t){let n=[e,[]];switch(t.type){case`session_requested`:return t.sessionId===null?[{phase:`loading`,sessionId:null},[{type:`abort_flow`}]]:mt(t.sessionId,[{type:`abort_flow`}]);case`session_loaded`:return e.phase===`loading`?ht(t):n;case`session_read`:return gt(e,t.session);case`chain_read`:return B(e,{chain:t.chain});case`duration_edited`:return _t(e,t.edit);case`email_edited`:return vt(e,t.email);case`connect_pressed`:return e.phase!==`choosing`&&e.phase!==`complete`||e.phase===`choosing`&&e.wallets!==`unasked`||e.phase===`complete`&&e.checkout.customer!==null?n:[{phase:`choosing`,checkout:e.checkout,wallets:`looking`},[{type:`discover`}]];case`wallets_found`:return e.phase!==`choosing`||e.wallets!==`looking`?n:t.wallets.length>0?[{...e,wallets:t.wallets},[]]:z(e,{code:`no_wallet`},`discover`);case`wallet_chosen`:return e.phase===`choosing`?yt(e.checkout,t.wallet):n;case`wallet_connected`:return bt(e,t.connection,t.customer);case`wallet_not_resumed`:return e.phase===`choosing`?[{...e,wallets:`unasked`},[]]:n;case`wallet_changed`:return xt(e,t.connection);case`change_wallet_pressed`:return St(e);case`sign_in_pressed`:return Ct(e);case`sign_in_waits`:return e.phase===`signing_in`&&e.step!==`idle`?[{...e,step:t.step,slow:!1},[]]:n;case`signed_in`:return Tt(e,t.customer,t.session);case`prepared`:return Dt(e,t.prepared);case`authorise_pressed`:return e.phase===`reviewing`?Ot(e.checkout):n;case`signing_waits`:return e.phase===`signing`?[{...e,step:t.step,slow:!1},[]]:n;case`contract_balance_low`:return e.phase===`signing`?B(e,{notice:`contract_balance_low`}):n;case`signed`:return e.phase===`signing`?kt(e.checkout,t.signature):n;case`opening_sent`:return e.phase===`opening`?B(e,{txHash:t.txHash}):n;case`opening_elsewhere`:return e.phase!==`signing`&&e.phase!==`reviewing`?n:kt(e.checkout,null);case`opening_released`:return e.phase===`opening`?Et(e.checkout):n;case`authorised`:return e.phase===`opening`?R({...e.checkout,session:t.session,txHash:t.txHash},t.reading,!1):n;case`subscription_read`:return At(e,t.reading);case`pause_pressed`:return Mt(e,`pausing`,`pause`);case`resume_pressed`:return Mt(e,`resuming`,`resume`);case`stop_pressed`:return e.phase===`complete`&&e.control===`idle`?[{...e,control:`confirming_stop`,problem:null},[]]:n;case`stop_dismissed`:return e.phase===`complete`&&e.control===`confirming_stop`?[{...e,control:`idle`},[]]:n;case`stop_confirmed`:return Mt(e,`stopping`,`cancel`);case`failed`:return Nt(e,t.problem);case`signed_out`:return Lt(e);case`wait_prolonged`:return at(e)&&`slow`in e?[{...e,slow:!0},[]]:n;case`retry_pressed`:return Rt(e);case`cancel_pressed`:return zt(e);case`restart_pressed`:return e.phase===`canceled`?Bt(e.checkout):n}}function mt(e,t=[]){return[{phase:`loading`,sessionId:e},[...t,{type:`load`,sessionId:e}]]}function ht(e){let{session:t,chain:n,resume:r,capChosen:i}=e,a=t.max_duration_seconds,o={session:t,chain:n,capFixed:a!==null&&!i,duration:ct(a??3600),email:``,emailRefused:!1,connection:null,customer:null,prepared:r?.terms?{terms:r.terms,signBy:r.terms.open_by}:null,txHash:r?.txHash??null,notice:null},s={type:`announce_ready`};if(t.status===`expired`)return[{phase:`expired`,checkout:o},[s]];if(t.status===`complete`){let[e,t]=R({...o,customer:r?.customer??null},null,!0);return[e,[s,...t]]}if(!r)return[{phase:`choosing`,checkout:o,wallets:`unasked`},[s]];if(r.signature){let[e,t]=kt({...o,customer:r.customer},r.signature);return[e,[s,...t]]}return[{phase:`choosing`,checkout:o,wallets:`looking`},[s,{type:`reconnect`,signIn:r}]]}function gt(e,t){let n=P(e);return!n||n.session.id!==t.id||n.session.status===`complete`?[e,[]]:t.status===`complete`?R({...n,session:t},null,!1):t.status===`expired`&&e.phase!==`expired`?[{phase:`expired`,checkout:{...n,session:t}},[{type:`abort_flow`}]]:[e,[]]}function _t(e,t){let n=P(e);if(!n||n.capFixed||!st(e))return[e,[]];let r=lt(n.duration,t),i=r.seconds===n.duration.seconds,a={...n,duration:r,prepared:i?n.prepared:null},o=[];return!i&&I(r)&&o.push({type:`announce_change`,durationSeconds:r.seconds}),e.phase===`reviewing`||e.phase===`error`&&e.retry===`authorise`?(!i&&I(r)&&o.push({type:`prepare`,maxDurationSeconds:r.seconds}),[i&&e.phase===`error`?{...e,checkout:a}:{phase:`reviewing`,checkout:a},o]):[{...e,checkout:a},o]}function vt(e,t){return e.phase===`signing_in`&&e.step===`idle`?B(e,{email:t,emailRefused:!1}):e.phase===`error`&&e.retry===`sign_in`?L({...e.checkout,email:t,emailRefused:!1},e.checkout.notice):[e,[]]}function yt(e,t){return[{phase:`connecting`,checkout:e,wallet:t,slow:!1},[{type:`connect`,wallet:t}]]}function bt(e,t,n){let r=e.phase===`choosing`&&e.wallets===`looking`;if(e.phase!==`connecting`&&!r)return[e,[]];let i={...e.checkout,connection:t,customer:n};return n===null?L(i,null):F(e)?R(i,null,!0,[]):Et(i)}function xt(e,t){let n=P(e);if(!n?.connection||[`opening`,`complete`,`expired`].includes(e.phase))return[e,[]];let r=t?.address.toLowerCase()===n.connection.address.toLowerCase();if(t&&r)return B(e,{connection:t});let i=[{type:`abort_flow`}];if(e.phase===`canceled`)return[{...e,checkout:{...n,connection:null}},i];if(!t)return[{phase:`choosing`,checkout:{...n,connection:null},wallets:`unasked`},i];n.customer!==null&&!F(e)&&i.push({type:`sign_out`});let[a]=L({...n,connection:t,customer:null,prepared:null},`account_changed`);return[a,i]}function St(e){if(e.phase!==`reviewing`&&e.phase!==`error`&&e.phase!==`signing_in`||e.phase===`error`&&e.retry===`open`)return[e,[]];let t=[{type:`abort_flow`}];return e.checkout.customer!==null&&!F(e)&&t.push({type:`sign_out`}),[{phase:`choosing`,checkout:{...e.checkout,connection:null,customer:null,prepared:null,notice:null},wallets:`looking`},[...t,{type:`disconnect`},{type:`discover`}]]}function L(e,t){return[{phase:`signing_in`,checkout:{...e,notice:t},step:`idle`,slow:!1},[]]}function Ct(e){return e.phase!==`signing_in`||e.step!==`idle`?[e,[]]:Vt(e.checkout.email)?wt(e.checkout):B(e,{emailRefused:!0})}function wt(e){return[{phase:`signing_in`,checkout:{...e,notice:null},step:`service`,slow:!1},[{type:`sign_in`}]]}function Tt(e,t,n){if(e.phase!==`signing_in`)return[e,[]];let r={...e.checkout,customer:t,notice:null},i={type:`announce_signed_in`,customer:t},a=e.checkout.session.status===`complete`,[o,s]=n.status===`complete`?R({...r,session:n},null,a,a?[]:void 0):Et(r);return[o,[i,...s]]}function Et(e){let t=I(e.duration)?[{type:`prepare`,maxDurationSeconds:e.duration.seconds}]:[];return[{phase:`reviewing`,checkout:e},t]}function Dt(e,t){return e.phase!==`reviewing`&&e.phase!==`signing`||t.terms.max_seconds!==e.checkout.duration.seconds?[e,[]]:B(e,{prepared:{terms:t.terms,signBy:t.sign_by}})}function Ot(e){return I(e.duration)?[{phase:`signing`,checkout:{...e,notice:null},step:`preparing`,slow:!1},[{type:`authorise`,maxDurationSeconds:e.duration.seconds}]]:[{phase:`reviewing`,checkout:e},[]]}function kt(e,t){let n=t?{type:`open`,signature:t}:{type:`await_opening`};return[{phase:`opening`,checkout:{...e,notice:null},signature:t,slow:!1},[n]]}function R(e,t,n,r=[{type:`announce_complete`,foundOnLoad:n}]){let i=e.customer!==null&&t===null?[{type:`read_subscription`}]:[];return[{phase:`complete`,checkout:{...e,notice:null},reading:t,foundOnLoad:n,control:`idle`,problem:null},[{type:`abort_flow`},...r,...i]]}function At(e,t){if(e.phase!==`complete`)return[e,[]];let n=e.control===`confirming_stop`&&jt(t);return[{...e,reading:t,control:n?`confirming_stop`:`idle`,problem:null},[]]}function jt(e){return[`running`,`paused`,`past_due`,`pending_start`].includes(e.subscription.status)}function Mt(e,t,n){if(e.phase!==`complete`||!e.reading||e.checkout.customer===null)return[e,[]];let r=n===`cancel`?`confirming_stop`:`idle`;return e.control===r?[{...e,control:t,problem:null},[{type:`act`,action:n}]]:[e,[]]}function Nt(e,t){let n={type:`announce_error`,problem:t};switch(e.phase){case`loading`:return e.sessionId===null?[e,[]]:[{phase:`unavailable`,sessionId:e.sessionId,problem:t},[n]];case`choosing`:return z(e,t,`discover`);case`connecting`:return z(e,t,`connect`);case`signing_in`:return Pt(t)?Ft(e.checkout,n):z(e,t,t.code===`session_already_claimed`?`discover`:`sign_in`);case`signing`:return Pt(t)?Ft(e.checkout,n):z(e,t,`authorise`);case`opening`:return Pt(t)?Ft(e.checkout,n):z(e,t,e.signature&&It(t)?`open`:`authorise`);case`complete`:return[{...e,control:`idle`,problem:t},[n]];default:return[e,[]]}}function Pt(e){return e.code===`checkout_session_expired`}function Ft(e,t){return[{phase:`expired`,checkout:{...e,notice:null}},[{type:`abort_flow`},t]]}function It(e){return[`service_unreachable`,`service_timeout`,`response_invalid`,`rate_limit_exceeded`,`internal_error`].includes(e.code)}function z(e,t,n){return[{phase:`error`,checkout:{...e.checkout,notice:null},problem:t,retry:n,wallet:e.phase===`connecting`?e.wallet:null,signature:e.phase===`opening`&&n===`open`?e.signature:null},[{type:`announce_error`,problem:t}]]}function Lt(e){if(e.phase===`complete`)return[{...e,checkout:{...e.checkout,customer:null},control:`idle`},[]];if(e.phase!==`reviewing`&&e.phase!==`signing`&&e.phase!==`opening`)return[e,[]];let t={...e.checkout,customer:null,prepared:null};return t.connection?L(t,`signed_out`):[{phase:`choosing`,checkout:{...t,notice:`signed_out`},wallets:`unasked`},[]]}function Rt(e){if(e.phase===`unavailable`)return mt(e.sessionId);if(e.phase!==`error`)return[e,[]];let{checkout:t}=e;switch(e.retry){case`discover`:return[{phase:`choosing`,checkout:t,wallets:`looking`},[{type:`discover`}]];case`connect`:return e.wallet?yt(t,e.wallet):[e,[]];case`sign_in`:return Vt(t.email)?wt(t):L(t,null);case`authorise`:return Ot(t);case`open`:return e.signature?kt(t,e.signature):[e,[]]}}function zt(e){if(!ot(e))return[e,[]];let t=P(e);return t?F(e)?R(t,null,!0,[]):[{phase:`canceled`,checkout:{...t,notice:null}},[{type:`abort_flow`},{type:`announce_cancel`}]]:[e,[]]}function Bt(e){return e.connection?e.customer===null?L(e,null):Et(e):[{phase:`choosing`,checkout:e,wallets:`unasked`},[]]}function B(e,t){return`checkout`in e?[{...e,checkout:{...e.checkout,...t}},[]]:[e,[]]}function Vt(e){return/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(e.trim())&&e.trim().length<=254}var V=class extends Error{name=`ServiceError`;code;status;retryAfterSeconds;constructor(e,t,n={}){super(t,{cause:n.cause}),this.code=e,this.status=n.status??0,this.retryAfterSeconds=n.retryAfterSeconds??null}get isSignedOut(){return this.status===401}get isTransient(){return this.status===0||this.status===429||this.status>=500}};async function Ht(e){let[t,n]=await Promise.all([e.signing(),e.checkout().chain??e.service.chain(e.sessionId,{signal:e.signal})]);return e.dispatch({type:`chain_read`,chain:n}),t.verifyChain({chain:n,session:e.checkout().session,pins:e.pins}),{chain:n,signing:t}}async function Ut(e){let t=await e.wallet();if(e.checkout().connection)return t;let n=e.store.read(),r=n?await t.reconnect(n.walletId):null;if(!n||!r)throw new p(`disconnected`,`The wallet is not connected.`);if(!Gt(r.address,n.address))throw new p(`account_changed`,`The wallet has another account than the one that signed in.`);return t}function Wt(e,t){let n=e.read();return n&&Gt(n.address,t)?n:null}function Gt(e,t){return e.toLowerCase()===t.toLowerCase()}var Kt=class extends Error{name=`InsufficientFundsError`;code=`insufficient_funds`;balance;needed;constructor(e,t){super(`The wallet holds ${e} AUSD, ${t} are needed.`),this.balance=e,this.needed=t}};async function qt(e){let{value:t}=await e.service.session(e.sessionId,{signal:e.signal});return t.status===`open`?e.dispatch({type:`opening_elsewhere`}):e.dispatch({type:`session_read`,session:t}),!0}async function Jt(e){let t=await e.service.session(e.sessionId,{signal:e.signal}).catch(()=>null);return!t||t.value.status===`open`?!1:(e.dispatch({type:`session_read`,session:t.value}),!0)}async function Yt(e,t){try{await Qt(e,t)}catch(t){if(e.signal.aborted||!(t instanceof V))return;if(t.isSignedOut)throw t;t.code===`checkout_session_not_open`&&await qt(e)}}async function Xt(e,n){let{session:i}=e.checkout(),{chain:a,signing:o}=await Ht(e),s=await Ut(e),c=await $t(e,n);if(!c)return;let l=e.store.read()?.address;if(!l)throw new V(`client_token_invalid`,`Nobody is signed in.`,{status:401});let u={prepared:c,session:i,chain:a,payer:l,maxDurationSeconds:n,pins:e.pins},d=e.ports.deviceNow();o.buildAuthorisation({...u,nowSeconds:Math.max(d,c.sign_by)}),await Zt(e,`chain`,s.ensureChain(a));let p=await s.latestBlockTimestamp().catch(()=>0),m=o.buildAuthorisation({...u,nowSeconds:Math.max(d,p)}),h=r(t(i.product.rate_usd_per_second),n);if(m.depositBaseUnits!==h)throw new f(`refused_terms`,`deposit_wei`);await Zt(e,`checking`,en(e,s,a,h));let g=await Zt(e,`wallet`,s.signTypedData(m.typedData)),ee=e.store.read();ee&&e.store.write({...ee,signature:g,terms:c.terms}),e.dispatch({type:`signed`,signature:g})}async function Zt(e,t,n){e.dispatch({type:`signing_waits`,step:t});let r=await n;return e.signal.throwIfAborted(),r}async function Qt(e,t){let{capFixed:n}=e.checkout(),r=e.store.read()?.token??``,i=await e.service.prepare(e.sessionId,r,{maxDurationSeconds:t},{signal:e.signal});return n||e.store.markCapChosen(),e.dispatch({type:`prepared`,prepared:i}),i}async function $t(e,t){try{return await Qt(e,t)}catch(t){if(t instanceof V&&t.code===`checkout_session_not_open`&&await qt(e))return null;throw t}}async function en(e,t,r,i){let[a,o]=await Promise.all([t.balanceOf(r.token.address).catch(()=>null),t.accountKind().catch(()=>`key`)]);if(!(a===null||a>=i)){if(o!==`contract`)throw new Kt(n(a),n(i));e.dispatch({type:`contract_balance_low`})}}async function tn(e){let t=await e.wallet();e.dispatch({type:`wallets_found`,wallets:await t.discover()})}async function nn(e,t){await Ht(e);let n=await e.wallet();e.signal.throwIfAborted();let r=await n.connect(t.id),i=Wt(e.store,r.address)?.customer??null;e.dispatch({type:`wallet_connected`,connection:r,customer:i})}async function rn(e,t){let n=await e.wallet().then(e=>e.reconnect(t.walletId)).catch(()=>null);if(!n)return e.dispatch({type:`wallet_not_resumed`});let r=Wt(e.store,n.address)?.customer??null;e.dispatch({type:`wallet_connected`,connection:n,customer:r})}var an=1e3,on=2e3;async function sn(e,t){for(;;){let n=e.store.read()?.token??``,{value:r,clock:i}=await e.service.authorise(e.sessionId,n,{signature:t},{signal:e.signal});e.signal.throwIfAborted();let a=e.store.read();if(r.session.status===`complete`){a&&e.store.write({...a,signature:null,txHash:r.tx_hash});let t={subscription:r.subscription,readAt:e.ports.monotonicNow(),clockFrozen:i?.frozen??!1};return e.dispatch({type:`authorised`,session:r.session,reading:t,txHash:r.tx_hash})}a&&e.store.write({...a,txHash:r.tx_hash}),e.dispatch({type:`opening_sent`,txHash:r.tx_hash}),await ln(an,e.signal)}}async function cn(e){for(;;){await ln(on,e.signal);let{value:t}=await e.service.session(e.sessionId,{signal:e.signal});if(t.status!==`open`)return e.dispatch({type:`session_read`,session:t});let n=e.checkout().duration.seconds,r=e.store.read()?.token;if(r!==void 0&&n!==null)try{return await e.service.prepare(e.sessionId,r,{maxDurationSeconds:n},{signal:e.signal}),e.dispatch({type:`opening_released`})}catch(e){if(!(e instanceof V&&e.code===`checkout_session_not_open`))throw e}}}function ln(e,t){return new Promise((n,r)=>{let i=setTimeout(n,e),a=()=>{clearTimeout(i),r(t.reason)};t.aborted?a():t.addEventListener(`abort`,a,{once:!0})})}async function un(e){let{chain:t,signing:n}=await Ht(e),r=await Ut(e),{connection:i,email:a}=e.checkout();if(!i)return;let{address:o}=i,s=await e.service.challenge(e.sessionId,{walletAddress:o,chainId:t.chain_id},{signal:e.signal}),c=n.verifySignInText({message:s.message,nonce:s.nonce,origin:e.ports.pageOrigin(),address:o,chainId:t.chain_id,expiresAt:s.expires_at});e.dispatch({type:`sign_in_waits`,step:`wallet`}),e.signal.throwIfAborted();let l=await r.signMessage(c);e.signal.throwIfAborted(),e.dispatch({type:`sign_in_waits`,step:`service`});let u=await e.service.signIn(e.sessionId,{message:c,signature:l,email:a.trim()},{signal:e.signal});e.signal.throwIfAborted();let d=e.store.read();e.store.write({token:u.client_token,customer:u.customer,address:o,walletId:i.walletId,walletName:i.walletName,signature:null,terms:u.session.status===`complete`?d?.terms??null:null,txHash:u.session.status===`complete`?d?.txHash??null:null}),e.dispatch({type:`signed_in`,customer:u.customer,session:u.session})}function H(i,a){let{subscription:o}=i,s=o.max_duration_seconds,c=mn(o)&&!i.clockFrozen,u=c?Math.max(0,Math.floor((a-i.readAt)/1e3)):0,d=Math.min(s,o.elapsed_seconds+u),f=t(o.rate_usd_per_second),p=n(r(f,s)),m=fn(o)?o.settled_usd:n(e(f,d));return{status:dn(o),ticking:c,elapsedSeconds:d,remainingSeconds:s-d,spentUsd:m,maximumUsd:p,returnsUsd:l(p,m),share:s===0?0:d/s}}function dn(e){switch(e.status){case`running`:case`paused`:case`past_due`:case`ended`:case`canceled`:return e.status;case`incomplete`:case`pending_start`:return`waiting`;case`incomplete_expired`:return`canceled`}}function fn(e){let t=dn(e);return t===`ended`||t===`canceled`}function pn(e){let i=t(e.rate_usd_per_second),a=n(r(i,e.max_duration_seconds)),s=l(l(a,e.settled_usd),e.refunded_usd);return fn(e)&&o(s,`0`)===0}function mn(e){return e.status===`running`||e.status===`past_due`&&e.paused_at===null}function hn(e){return e instanceof f?{code:e.code,field:e.field}:e instanceof Kt?{code:e.code,balance:e.balance,needed:e.needed}:e instanceof p||e instanceof V?{code:e.code}:{code:`unexpected`}}function gn(e){let t=/^\s*(\d{1,15})\s*(;\s*frozen\s*)?$/.exec(e??``);return t?.[1]?{now:Number(t[1]),frozen:t[2]!==void 0}:null}var _n=1e4,vn=25e3,yn=[300,1e3],bn=5;function xn({baseUrl:e,fetch:t=fetch}){let n=Sn(e),r=`${n.origin}${n.pathname.replace(/\/+$/,``)}/v1/client`,i=e=>`/checkout/sessions/${encodeURIComponent(e)}`,a=e=>`/subscriptions/${encodeURIComponent(e)}`;async function o(e){for(let n=0;;n++)try{return await Cn(r,e,t)}catch(t){let r=t instanceof V?Tn(t,n):null;if(r===null||!e.repeatable||e.signal?.aborted)throw t;await En(r,e.signal)}}return{origin:n.origin,session:(e,{signal:t}={})=>o({path:i(e),expects:`checkout.session`,repeatable:!0,signal:t}),chain:async(e,{signal:t}={})=>(await o({path:`${i(e)}/chain`,expects:`chain`,repeatable:!0,signal:t})).value,challenge:async(e,{walletAddress:t,chainId:n},{signal:r}={})=>(await o({path:`${i(e)}/sign_in/challenge`,body:{wallet_address:t,chain_id:n},expects:`sign_in.challenge`,repeatable:!0,signal:r})).value,signIn:async(e,t,{signal:n}={})=>(await o({path:`${i(e)}/sign_in`,body:t,expects:`sign_in`,repeatable:!1,signal:n})).value,signOut:async(e,t,{signal:n}={})=>{await o({path:`${i(e)}/sign_out`,body:{},token:t,expects:null,repeatable:!0,signal:n})},prepare:async(e,t,{maxDurationSeconds:n},{signal:r}={})=>(await o({path:`${i(e)}/prepare`,body:{max_duration_seconds:n},token:t,expects:`authorisation`,repeatable:!0,signal:r})).value,authorise:(e,t,n,{signal:r}={})=>o({path:`${i(e)}/authorise`,body:n,token:t,expects:`authorisation`,repeatable:!0,signal:r}),subscription:(e,t,{signal:n}={})=>o({path:a(e),token:t,expects:`subscription`,repeatable:!0,signal:n}),act:(e,t,n,{signal:r}={})=>o({path:`${a(e)}/${n}`,body:{},token:t,expects:`subscription`,repeatable:!0,signal:r})}}function Sn(e){let t=URL.parse(e);if(t&&(t.protocol===`https:`||t.protocol===`http:`))return t;throw new V(`base_url_invalid`,`base-url is not an http(s) address: ${e}`)}async function Cn(e,t,n){let r=AbortSignal.timeout(t.body?vn:_n),i=new Headers({accept:`application/json`});t.token&&i.set(`authorization`,`Bearer ${t.token}`),t.body&&i.set(`content-type`,`application/json`);let a={method:t.body?`POST`:`GET`,headers:i,cache:`no-store`,credentials:`omit`,redirect:`error`,signal:t.signal?AbortSignal.any([t.signal,r]):r};t.body&&(a.body=JSON.stringify(t.body));let o,s;try{o=await n(e+t.path,a),s=Dn(await o.text())}catch(n){throw t.signal?.aborted?n:new V(r.aborted?`service_timeout`:`service_unreachable`,`No answer from ${e+t.path}.`,{cause:n})}if(!o.ok)throw wn(o,s);if(t.expects!==null&&(!On(s)||s.object!==t.expects))throw new V(`response_invalid`,`Not a ${t.expects}: the answer of ${t.path}.`,{status:o.status});return{value:s,clock:gn(o.headers.get(`billing-clock`))}}function wn(e,t){let n=On(t)&&On(t.error)?t.error:{},r=typeof n.code==`string`?n.code:`http_${e.status}`,i=typeof n.message==`string`?n.message:`The service answered ${e.status}.`,a=Number(e.headers.get(`retry-after`)??NaN);return new V(r,i,{status:e.status,retryAfterSeconds:Number.isFinite(a)?a:null})}function Tn(e,t){let n=yn[t];return n===void 0||!e.isTransient||e.code===`chain_unavailable`?null:e.retryAfterSeconds===null?n:e.retryAfterSeconds<=bn?e.retryAfterSeconds*1e3:null}function En(e,t){return new Promise((n,r)=>{let i=()=>{clearTimeout(a),r(t?.reason)},a=setTimeout(()=>{t?.removeEventListener(`abort`,i),n()},e);t?.addEventListener(`abort`,i,{once:!0})})}function Dn(e){try{return JSON.parse(e)}catch{return null}}function On(e){return typeof e==`object`&&!!e}function kn(e,t,n){let r=`billing-authorise ${t} ${n}`,i=`${r} cap`,a=null;return{read:()=>U(()=>An(e.getItem(r)))??a,write:t=>{a=t,U(()=>e.setItem(r,JSON.stringify(t)))},erase:()=>{a=null,U(()=>e.removeItem(r))},isCapChosen:()=>U(()=>e.getItem(i))===`chosen`,markCapChosen:()=>void U(()=>e.setItem(i,`chosen`))}}function U(e){try{return e()}catch{return}}function An(e){let t=e===null?null:JSON.parse(e);return jn(t)?t:null}function jn(e){if(typeof e!=`object`||!e)return!1;let t=e;return[`token`,`customer`,`address`,`walletId`,`walletName`].every(e=>typeof t[e]==`string`)}var Mn=1e4,Nn=2e3,Pn=400,Fn=1e4,In=class{state=ft;#e;#t;#n={sessionId:null,baseUrl:``};#r=null;#i=new AbortController;#a=null;#o=null;#s=Promise.resolve();#c=/* @__PURE__ */ new Set;#l=!1;#u;#d;#f;#p=null;constructor(e,t){this.#e=e,this.#t=t,e.addController(this)}hostConnected(){if(this.#p)return;this.#p=new AbortController;let{signal:e}=this.#p;addEventListener(`focus`,()=>void this.#C(),{signal:e}),document.addEventListener(`visibilitychange`,()=>void this.#C(),{signal:e}),this.#n.sessionId!==null&&!this.#r&&this.#m()}hostDisconnected(){queueMicrotask(()=>{this.#e.isConnected||(this.#p?.abort(),this.#p=null,this.#h())})}setTarget(e,t){(e!==this.#n.sessionId||t!==this.#n.baseUrl)&&(this.#n={sessionId:e,baseUrl:t},this.#c.clear(),this.#m())}dispatch(e){let t=this.state;e.type===`connect_pressed`&&(this.#l=!0);let[n,r]=pt(t,e);this.state=n;for(let e of r)this.#g(e);n!==t&&(this.#D(t),this.#e.requestUpdate())}get isAttended(){return this.#l}preloadWallet(){P(this.state)&&this.#b().catch(()=>void 0)}now(){return this.#t.monotonicNow()}pageHref(){return globalThis.location?.href??``}#m(){this.#h(),this.dispatch({type:`session_requested`,sessionId:this.#n.sessionId})}#h(){this.#i.abort(),this.#r?.life.abort(),this.#r=null;for(let e of[this.#u,this.#d,this.#f])clearTimeout(e);this.#o?.(),this.#o=null,this.#a=null}#g(e){switch(e.type){case`load`:this.#_(e.sessionId);break;case`abort_flow`:this.#i.abort();break;case`discover`:this.#v(tn);break;case`reconnect`:this.#v(t=>rn(t,e.signIn));break;case`connect`:this.#v(t=>nn(t,e.wallet));break;case`disconnect`:this.#a?.then(e=>e.disconnect()).catch(()=>void 0);break;case`sign_out`:this.#s=this.#S();break;case`sign_in`:this.#v(async e=>{await this.#s,await un(e)});break;case`prepare`:this.#v(async t=>{await zn(Pn),t.signal.aborted||await Yt(t,e.maxDurationSeconds)});break;case`authorise`:this.#v(t=>Xt(t,e.maxDurationSeconds));break;case`open`:this.#v(t=>sn(t,e.signature));break;case`await_opening`:this.#v(cn);break;case`read_subscription`:this.#w();break;case`act`:this.#T(e.action);break;default:this.#k(e)}}async#_(e){let t=new AbortController;try{let n=xn({baseUrl:this.#n.baseUrl,fetch:this.#t.fetch}),r=kn(this.#t.storage,n.origin,e);this.#r={sessionId:e,service:n,store:r,life:t};let{signal:i}=t,a=n.chain(e,{signal:i}).catch(()=>null),{value:o}=await n.session(e,{signal:i}),s=await Promise.race([a,zn(1e3).then(()=>null)]);if(i.aborted)return;this.dispatch({type:`session_loaded`,session:o,chain:s,resume:r.read(),capChosen:r.isCapChosen()}),a.then(e=>e&&!s&&!i.aborted&&this.dispatch({type:`chain_read`,chain:e}))}catch(e){t.signal.aborted||this.dispatch({type:`failed`,problem:hn(e)})}}#v(e){let t=this.#r;if(!t)return;this.#i.abort(),this.#i=new AbortController;let n=AbortSignal.any([this.#i.signal,t.life.signal]),r={sessionId:t.sessionId,service:t.service,store:t.store,ports:this.#t,pins:this.#e.pins,signal:n,checkout:()=>{let e=P(this.state);if(!e)throw Error(`A flow runs without a session.`);return e},wallet:()=>this.#b(),signing:()=>this.#t.loadSigning(),dispatch:e=>void(n.aborted||this.dispatch(e))};this.#y(r,e(r))}async#y(e,t){try{await t}catch(t){if(e.signal.aborted)return;if(t instanceof V&&t.isSignedOut)return e.store.erase(),await Jt(e)?void 0:e.dispatch({type:`signed_out`});let{phase:n}=this.state;if((n===`signing`||n===`opening`)&&await Jt(e))return;e.dispatch({type:`failed`,problem:hn(t)})}}#b(){return this.#a??=this.#x(),this.#a}async#x(){try{let e=await this.#t.loadWallet({wagmiConfig:this.#e.wagmiConfig});return this.#o?.(),this.#r&&(this.#o=e.watch(e=>this.dispatch({type:`wallet_changed`,connection:e}))),e}catch(e){throw this.#a=null,new V(`service_unreachable`,`The wallet part of the page could not be loaded.`,{cause:e})}}async#S(){let e=this.#r,t=e?.store.read()?.token;if(!e||t===void 0)return;e.store.erase();let{signal:n}=e.life;await e.service.signOut(e.sessionId,t,{signal:n}).catch(()=>void 0)}async#C(){let e=this.#r;if(!e||document.visibilityState===`hidden`)return;if(this.state.phase===`complete`)return this.#w();if(P(this.state)?.session.status!==`open`)return;let{signal:t}=e.life,n=await e.service.session(e.sessionId,{signal:t}).catch(()=>null);t.aborted||(n&&this.dispatch({type:`session_read`,session:n.value}),this.#D(this.state))}async#w(){let e=this.#r,t=e?.store.read()?.token,n=P(this.state)?.session.subscription;if(e&&n&&this.state.phase===`complete`){if(t===void 0)return this.dispatch({type:`signed_out`});await this.#E(e,e.service.subscription(n,t,{signal:e.life.signal}),!1)}}async#T(e){let t=this.#r,n=t?.store.read()?.token,r=P(this.state)?.session.subscription;if(t&&r){if(n===void 0)return this.dispatch({type:`signed_out`});await this.#E(t,t.service.act(r,n,e,{signal:t.life.signal}),!0)}}async#E(e,t,n){try{let{value:n,clock:r}=await t;if(e.life.signal.aborted)return;let i={subscription:n,readAt:this.#t.monotonicNow(),clockFrozen:r?.frozen??!1};this.dispatch({type:`subscription_read`,reading:i})}catch(t){if(e.life.signal.aborted)return;if(t instanceof V&&t.isSignedOut)return e.store.erase(),this.dispatch({type:`signed_out`});let r=this.state.phase===`complete`&&this.state.reading===null;n||r?this.dispatch({type:`failed`,problem:hn(t)}):this.#D(this.state)}}#D(e){let{state:t}=this;clearTimeout(this.#u);let n=Ln(t,this.now());n!==null&&(this.#u=setTimeout(()=>void this.#C(),n)),this.#O(),at(e)&&e.phase===t.phase&&Rn(e)===Rn(t)||(clearTimeout(this.#f),at(t)&&(this.#f=setTimeout(()=>this.dispatch({type:`wait_prolonged`}),Fn)))}#O(){clearTimeout(this.#d);let{state:e}=this;if(e.phase!==`complete`||!e.reading)return;let{reading:t}=e,n=this.now(),r=H(t,n);if(!r.ticking||r.remainingSeconds===0)return;let i=(n-t.readAt)%1e3;this.#d=setTimeout(()=>{this.#e.requestUpdate(),this.#O(),H(t,this.now()).remainingSeconds===0&&this.#C()},1005-i)}#k(e){let{sessionId:t}=this.#n,n=[`announce_ready`,`announce_complete`].includes(e.type);if(n&&this.#c.has(e.type))return;n&&this.#c.add(e.type);let r=P(this.state),i=rt(e,r?.session??null,{describe:this.#e.describe.bind(this.#e),maxEscrowUsd:e=>a(r?.session.product.rate_usd_per_second??`0`,e)});i&&t!==null&&this.#e.dispatchEvent(i.event)&&i.leaveTo!==null&&this.#e.redirect!==`none`&&this.#t.navigate(i.leaveTo)}};function Ln(e,t){if(e.phase===`complete`){if(e.checkout.customer===null)return null;if(!e.reading)return Mn;let{subscription:n}=e.reading;if(fn(n))return pn(n)?null:Nn;let r=H(e.reading,t);return r.remainingSeconds===0&&r.status===`running`||r.status===`waiting`?Nn:Mn}return P(e)?.session.status===`open`&&e.phase!==`expired`?Mn:null}function Rn(e){return`step`in e?e.step:null}function zn(e){return new Promise(t=>setTimeout(t,e))}var Bn=1e3,Vn=u/60,Hn=60,Un=3600,Wn=86400;function Gn(e){return Math.round(Math.log(Math.min(u,Math.max(60,e))/60)/Math.log(Vn)*Bn)}function Kn(e){let t=60*Vn**(e/Bn),n=qn(t),r=Math.round(t/n)*n;return Math.min(u,Math.max(60,r))}function qn(e){return e<600?Hn:e<Un?300:e<6*Un?Un/2:e<2*Wn?Un:Wn}var Jn=[255,255,255],Yn=[22,24,29],Xn=[16,18,22],Zn=3.1;function Qn(e){let t=e===null?null:$n(e);if(!t)return null;let n=er(t,Jn,[0,0,0]),r=er(t,Yn,[255,255,255]);return{light:ar(n),onLight:tr(n),dark:ar(r),onDark:tr(r)}}function $n(e){let t=/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(e.trim())?.[1];if(!t)return null;let n=t.length===3?t.replace(/./g,`$&$&`):t,r=Number.parseInt(n,16);return[r>>16,r>>8&255,r&255]}function er(e,t,n){for(let r=0;r<1;r+=.05){let i=nr(e,n,r);if(rr(i,t)>=Zn)return i}return n}function tr(e){return rr(e,Jn)>=4.5||rr(e,Jn)>=rr(e,Xn)?`#ffffff`:ar(Xn)}function nr(e,t,n){let r=r=>Math.round(e[r]*(1-n)+t[r]*n);return[r(0),r(1),r(2)]}function rr(e,t){let[n,r]=[ir(e),ir(t)].sort((e,t)=>t-e);return(n+.05)/(r+.05)}function ir(e){let t=e=>{let t=e/255;return t<=.04045?t/12.92:((t+.055)/1.055)**2.4};return .2126*t(e[0])+.7152*t(e[1])+.0722*t(e[2])}function ar(e){return`#${e.map(e=>e.toString(16).padStart(2,`0`)).join(``)}`}function or(){return{fetch:(e,t)=>fetch(e,t),storage:{getItem:e=>sessionStorage.getItem(e),setItem:(e,t)=>sessionStorage.setItem(e,t),removeItem:e=>sessionStorage.removeItem(e)},loadWallet:async e=>(await import(`./billing-authorise-wagmi-wallet-DHP_McT4.js`)).createWagmiWallet(e),loadSigning:sr,monotonicNow:()=>performance.now(),deviceNow:()=>Math.floor(Date.now()/1e3),pageOrigin:()=>location.origin,navigate:e=>location.assign(e)}}async function sr(){let[{verifyChain:e},{verifySignInText:t},{buildAuthorisation:n}]=await Promise.all([import(`./billing-authorise-verify-chain-BNryfRdi.js`),import(`./billing-authorise-verify-sign-in-text-Dlzs2ySJ.js`),import(`./billing-authorise-build-authorisation-YhjFPiVd.js`)]);return{verifyChain:e,verifySignInText:t,buildAuthorisation:n}}var cr=re`
button,
input,
select {
font: inherit;
letter-spacing: inherit;
color: inherit;
}
button,
summary,
select,
.slider,
a {
-webkit-tap-highlight-color: transparent;
}
button {
cursor: pointer;
}
button:disabled {
cursor: default;
}
:focus-visible,
.field:focus-within {
outline: 2px solid var(--_accent);
outline-offset: 2px;
}
.field input:focus-visible {
outline: none;
}
.duration {
display: grid;
grid-template-columns: minmax(0, 1fr) auto;
align-items: center;
gap: 12px;
margin-top: 16px;
padding-top: 16px;
border-top: 1px solid var(--_border);
}
.duration legend,
.duration .legend {
float: inline-start;
font-weight: 600;
}
.exactly {
display: flex;
justify-self: end;
}
.duration .amount,
.duration .unit {
height: 36px;
background: var(--_surface);
border: 1px solid var(--_edge);
appearance: none;
font-size: 15px;
}
.duration .amount {
width: 72px;
padding: 0 8px;
text-align: end;
border-start-start-radius: var(--_corner-small);
border-end-start-radius: var(--_corner-small);
border-inline-end: 0;
-moz-appearance: textfield;
}
.duration .amount::-webkit-inner-spin-button,
.duration .amount::-webkit-outer-spin-button {
appearance: none;
margin: 0;
}
.duration .unit {
padding: 0 28px 0 10px;
padding-inline: 10px 28px;
border-start-end-radius: var(--_corner-small);
border-end-end-radius: var(--_corner-small);
background-image:
linear-gradient(45deg, transparent 50%, var(--_muted) 50%),
linear-gradient(-45deg, transparent 50%, var(--_muted) 50%);
background-position:
calc(100% - 16px) 16px,
calc(100% - 12px) 16px;
background-size: 4px 4px;
background-repeat: no-repeat;
cursor: pointer;
}
.duration .unit:dir(rtl) {
background-position:
12px 16px,
16px 16px;
}
.duration .amount[aria-invalid='true'] {
border-color: var(--_danger);
border-inline-end: 1px solid var(--_danger);
margin-inline-end: -1px;
position: relative;
}
.duration .amount:focus-visible,
.duration .unit:focus-visible {
position: relative;
z-index: 1;
}
.presets {
grid-column: 1 / -1;
display: grid;
grid-auto-flow: column;
grid-auto-columns: 1fr;
gap: 2px;
padding: 3px;
background: var(--_sunken);
border-radius: calc(var(--_corner-small) + 2px);
}
.preset {
height: 30px;
padding: 0;
font-size: 13px;
line-height: 18px;
white-space: nowrap;
color: var(--_muted);
background: none;
border: 1px solid transparent;
border-radius: var(--_corner-small);
transition: color var(--_ease);
}
.preset:hover:enabled {
color: var(--_text);
}
.preset[aria-pressed='true'] {
color: var(--_text);
font-weight: 600;
background: light-dark(#ffffff, #363b47);
border-color: light-dark(#dcdfe6, #4a5060);
}
.slider {
grid-column: 1 / -1;
width: 100%;
height: 24px;
margin: -4px 0;
background: none;
appearance: none;
cursor: pointer;
}
.slider::-webkit-slider-runnable-track {
height: 4px;
background: linear-gradient(var(--_accent), var(--_accent)) 0 / calc(10px + (100% - 20px) * var(--_share))
no-repeat var(--_border);
border-radius: 2px;
}
.slider:dir(rtl)::-webkit-slider-runnable-track {
background-position: 100%;
}
.slider::-moz-range-track {
height: 4px;
background: var(--_border);
border-radius: 2px;
}
.slider::-moz-range-progress {
height: 4px;
background: var(--_accent);
border-radius: 2px;
}
.slider::-webkit-slider-thumb {
appearance: none;
width: 20px;
height: 20px;
margin-top: -8px;
background: light-dark(#ffffff, #f2f4f8);
border: 1px solid light-dark(#b9bfcc, #f2f4f8);
border-radius: 50%;
box-shadow: 0 1px 2px rgb(16 18 22 / 0.16);
}
.slider::-moz-range-thumb {
width: 18px;
height: 18px;
background: light-dark(#ffffff, #f2f4f8);
border: 1px solid light-dark(#b9bfcc, #f2f4f8);
border-radius: 50%;
}
.slider:focus-visible {
outline: none;
}
.slider:focus-visible::-webkit-slider-thumb {
outline: 2px solid var(--_accent);
outline-offset: 2px;
}
.slider:focus-visible::-moz-range-thumb {
outline: 2px solid var(--_accent);
outline-offset: 2px;
}
.duration:disabled :is(.amount, .unit, .slider, .preset) {
opacity: 0.6;
cursor: default;
}
.duration .bone {
display: block;
background-image: none;
border-color: transparent;
}
.duration .legend .bone {
display: inline-block;
}
.bone.presets,
.bone.slider {
height: 36px;
padding: 0;
}
.bone.slider {
height: 24px;
opacity: 0.5;
}
.bone.unit {
width: 92px;
}
.identity {
display: flex;
align-items: center;
gap: 10px;
height: 52px;
padding: 0 12px;
border: 1px solid var(--_border);
border-radius: var(--_corner-small);
}
.identity > .icon {
color: var(--_muted);
}
.identity.empty {
font-size: 13px;
line-height: 18px;
color: var(--_muted);
border-style: dashed;
border-color: var(--_edge);
}
.identity.field {
border-color: var(--_edge);
cursor: text;
}
.identity.invalid {
border-color: var(--_danger);
}
.account,
.labelled {
display: flex;
flex-direction: column;
flex: 1;
min-width: 0;
}
.wallet-name {
overflow: hidden;
text-overflow: ellipsis;
white-space: nowrap;
}
.account .wallet-name {
line-height: 20px;
}
.account .address {
line-height: 16px;
color: var(--_muted);
}
.labelled .label {
font-size: 12px;
line-height: 16px;
color: var(--_muted);
}
.email {
width: 100%;
height: 22px;
padding: 0;
background: none;
border: 0;
}
.primary {
display: flex;
align-items: center;
justify-content: center;
gap: 10px;
width: 100%;
min-height: 48px;
padding: 8px 16px;
font-weight: 600;
text-align: center;
text-decoration: none;
color: var(--_on-accent);
background: var(--_accent);
border: 1px solid transparent;
border-radius: var(--_corner-small);
transition:
opacity var(--_ease),
transform var(--_ease);
}
.primary:hover:not(:disabled, .busy) {
opacity: 0.92;
}
.primary:active:not(:disabled, .busy) {
transform: scale(0.99);
}
.primary:disabled,
.primary.busy {
color: var(--_muted);
background: var(--_sunken);
border-color: var(--_border);
cursor: default;
}
.primary.busy {
color: var(--_text);
}
.primary .label {
overflow: hidden;
text-overflow: ellipsis;
}
.spinner {
flex: none;
width: 16px;
height: 16px;
border: 2px solid var(--_edge);
border-top-color: var(--_accent);
border-radius: 50%;
animation: turn 0.8s linear infinite;
}
@keyframes turn {
to {
transform: rotate(1turn);
}
}
.wallets {
display: flex;
flex-direction: column;
gap: 8px;
animation: appear var(--_ease) backwards;
}
.wallet {
display: flex;
align-items: center;
gap: 12px;
min-height: 48px;
padding: 8px 12px;
text-align: start;
background: var(--_surface);
border: 1px solid var(--_edge);
border-radius: var(--_corner-small);
transition: transform var(--_ease);
}
.wallet:hover {
background: var(--_sunken);
}
.wallet .wallet-name {
flex: 1;
font-weight: 600;
}
.wallet > .icon {
color: var(--_muted);
}
.wallet > .icon:dir(rtl) {
transform: scaleX(-1);
}
.wallet-icon {
border-radius: 6px;
}
.text-button {
display: inline-flex;
align-items: center;
gap: 4px;
min-height: 24px;
padding: 2px 6px;
margin-inline-end: -6px;
font-size: 13px;
line-height: 18px;
color: var(--_muted);
background: none;
border: 0;
border-radius: 6px;
}
a.text-button {
text-decoration: underline;
text-underline-offset: 3px;
}
.text-button:hover {
color: var(--_text);
}
.text-button .icon {
width: 18px;
height: 18px;
}
.icon-button {
display: inline-grid;
place-items: center;
width: 28px;
height: 28px;
padding: 0;
color: var(--_muted);
background: none;
border: 0;
border-radius: 6px;
}
.icon-button:hover {
color: var(--_text);
background: var(--_sunken);
}
.icon-button .icon {
width: 16px;
height: 16px;
}
.icon-button:last-child {
margin-inline-end: -6px;
}
@container billing-authorise (max-width: 359px) {
.duration .amount {
width: 52px;
}
.duration .unit {
padding-inline: 6px 22px;
background-position:
calc(100% - 12px) 16px,
calc(100% - 8px) 16px;
}
.preset {
font-size: 12px;
}
}
@media (forced-colors: active) {
.primary,
.preset,
.message.problem {
border-color: ButtonBorder;
}
.preset[aria-pressed='true'],
.steps .current,
.steps .done {
border-color: Highlight;
background: Highlight;
color: HighlightText;
forced-color-adjust: none;
}
.steps li {
border: 1px solid CanvasText;
height: 6px;
}
.slider::-webkit-slider-runnable-track {
border: 1px solid CanvasText;
}
}
`,lr=re`
*,
*::before,
*::after {
box-sizing: border-box;
}
[hidden] {
display: none !important;
}
.card {
display: flex;
flex-direction: column;
padding: 24px 24px 16px;
color: var(--_text);
background: var(--_surface);
border: 1px solid var(--_border);
border-radius: var(--_corner);
font-size: 15px;
line-height: 22px;
font-variant-numeric: tabular-nums;
-webkit-font-smoothing: antialiased;
overflow-wrap: anywhere;
}
p,
h2,
h3,
dl,
dd,
ol,
ul,
fieldset,
legend {
margin: 0;
padding: 0;
border: 0;
font: inherit;
min-width: 0;
}
ol,
ul {
list-style: none;
}
.visually-hidden {
position: absolute;
width: 1px;
height: 1px;
margin: -1px;
overflow: hidden;
clip-path: inset(50%);
white-space: nowrap;
}
.icon {
flex: none;
width: 20px;
height: 20px;
fill: none;
stroke: currentColor;
stroke-width: 1.5;
stroke-linecap: round;
stroke-linejoin: round;
}
.quiet,
.note,
.caption,
.merchant,
.human {
color: var(--_muted);
}
.note,
.caption,
.merchant,
.human,
.quiet {
font-size: 13px;
line-height: 18px;
}
.who {
display: flex;
align-items: center;
gap: 12px;
}
.logo {
flex: none;
width: 32px;
height: 32px;
border-radius: 8px;
object-fit: cover;
}
.monogram {
display: grid;
place-items: center;
font-weight: 600;
text-transform: uppercase;
color: var(--_on-accent);
background: var(--_accent);
forced-color-adjust: none;
}
.names {
flex: 1;
min-width: 0;
}
.product {
font-weight: 600;
line-height: 20px;
}
.merchant {
line-height: 16px;
}
.badge {
align-self: start;
padding: 1px 8px;
font-size: 12px;
line-height: 18px;
white-space: nowrap;
color: light-dark(#7a4a00, #f4c06b);
background: light-dark(#fff4de, #33270f);
border: 1px solid light-dark(#f2ddb0, #574318);
border-radius: 99px;
}
.rate {
display: flex;
flex-wrap: wrap;
align-items: baseline;
gap: 0 8px;
margin-top: 16px;
}
.fixed {
margin-top: 16px;
padding-top: 16px;
border-top: 1px solid var(--_border);
}
.hero {
margin-top: 20px;
padding-top: 20px;
border-top: 1px solid var(--_border);
}
.figure {
margin: 2px 0 4px -1px;
height: 48px;
line-height: 48px;
font-weight: 600;
letter-spacing: -0.02em;
white-space: nowrap;
}
.figure.large {
font-size: 40px;
}
.figure.medium {
font-size: 32px;
}
.figure.small {
font-size: 24px;
letter-spacing: -0.01em;
}
.figure.tiny {
height: auto;
min-height: 48px;
padding: 4px 0;
font-size: 17px;
line-height: 24px;
letter-spacing: 0;
white-space: normal;
}
.digit {
display: inline-block;
animation: digit var(--_ease) backwards;
}
@keyframes digit {
from {
opacity: 0;
transform: translateY(4px);
}
}
.hero .note {
min-height: 36px;
text-wrap: pretty;
}
.note.invalid {
color: var(--_danger);
}
.rounded {
display: block;
color: var(--_text);
}
.action {
display: flex;
flex-direction: column;
gap: 12px;
margin-top: 20px;
}
.steps {
display: grid;
grid-auto-flow: column;
grid-auto-columns: 1fr;
gap: 4px;
}
.steps li {
position: relative;
height: 3px;
overflow: hidden;
background: var(--_border);
border-radius: 2px;
}
.steps li::after {
content: '';
position: absolute;
inset: 0;
background: var(--_accent);
border-radius: 2px;
transform: scaleX(0);
transform-origin: 0 50%;
transition: transform 200ms cubic-bezier(0.2, 0, 0, 1);
}
.steps li:dir(rtl)::after {
transform-origin: 100% 50%;
}
.steps .current::after {
transform: scaleX(0.5);
}
.steps .done::after {
transform: none;
}
.message {
display: flex;
gap: 8px;
min-height: 40px;
font-size: 13px;
line-height: 18px;
}
.message .icon {
width: 18px;
height: 18px;
}
.message.info {
color: var(--_muted);
}
.message.problem {
padding: 10px 12px;
color: var(--_text);
background: var(--_danger-sunken);
border: 1px solid var(--_danger-edge);
border-radius: var(--_corner-small);
animation: appear var(--_ease) backwards;
}
.message.problem .icon {
color: var(--_danger);
}
.message strong {
font-weight: 600;
}
@keyframes appear {
from {
opacity: 0;
}
}
.facts {
display: flex;
flex-wrap: wrap;
flex: 1;
justify-content: space-between;
gap: 4px 12px;
color: var(--_muted);
}
.facts li {
display: flex;
align-items: center;
gap: 6px;
height: 20px;
white-space: nowrap;
}
.foot {
position: relative;
margin-top: 8px;
padding-top: 12px;
border-top: 1px solid var(--_border);
}
.foot .cancel {
position: absolute;
top: 12px;
right: 0;
}
.foot .cancel:dir(rtl) {
right: auto;
left: 0;
}
summary {
display: inline-flex;
align-items: center;
gap: 4px;
min-height: 24px;
margin-inline-start: -4px;
padding-inline-end: 4px;
font-size: 13px;
line-height: 18px;
color: var(--_muted);
border-radius: 6px;
cursor: pointer;
list-style: none;
}
summary::-webkit-details-marker {
display: none;
}
summary:hover {
color: var(--_text);
}
summary .icon {
width: 16px;
height: 16px;
transition: transform var(--_ease);
}
summary .icon:dir(rtl) {
transform: scaleX(-1);
}
details[open] summary .icon {
transform: rotate(90deg);
}
.details > .quiet {
margin-top: 8px;
}
.row {
display: flex;
align-items: center;
justify-content: space-between;
gap: 4px 16px;
min-height: 32px;
font-size: 13px;
line-height: 18px;
}
.row dt {
flex: none;
color: var(--_muted);
}
.row dd {
display: flex;
align-items: center;
justify-content: end;
gap: 2px;
text-align: end;
}
.address {
white-space: nowrap;
font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
font-size: 12px;
}
.outcome {
padding: 28px 0 24px;
text-align: center;
}
.outcome h3 {
font-size: 17px;
line-height: 24px;
font-weight: 600;
}
.outcome .note {
margin-top: 4px;
text-wrap: balance;
}
.seal {
display: inline-grid;
place-items: center;
width: 44px;
height: 44px;
margin-bottom: 12px;
color: var(--_success);
background: var(--_sunken);
border: 1px solid var(--_border);
border-radius: 50%;
}
.seal.quiet {
color: var(--_muted);
}
.seal.danger {
color: var(--_danger);
}
.bone {
display: inline-block;
color: transparent;
background: var(--_sunken);
border-radius: 6px;
user-select: none;
animation: breathe 1.6s ease-in-out infinite alternate;
}
@keyframes breathe {
to {
opacity: 0.5;
}
}
@container billing-authorise (max-width: 359px) {
.card {
padding: 16px 16px 12px;
}
.figure.large {
font-size: 36px;
}
.facts {
justify-content: start;
}
}
@media (prefers-reduced-motion: reduce) {
*,
*::before,
*::after {
animation: none !important;
transition: none !important;
}
}
`,ur=re`
.meter,
.receipt {
margin-top: 16px;
padding-top: 16px;
border-top: 1px solid var(--_border);
margin-bottom: 12px;
}
.caption-row {
display: flex;
align-items: center;
justify-content: space-between;
gap: 12px;
}
.status {
display: inline-flex;
align-items: center;
gap: 6px;
font-size: 13px;
line-height: 18px;
color: var(--_muted);
white-space: nowrap;
}
.dot {
width: 8px;
height: 8px;
background: currentColor;
border: 1px solid transparent;
border-radius: 50%;
}
.status.running {
color: var(--_success);
}
.status.running .dot {
animation: beat 1s ease-out infinite alternate;
}
.status.past_due {
color: var(--_danger);
}
@keyframes beat {
to {
opacity: 0.35;
}
}
.bar {
display: block;
width: 100%;
height: 6px;
margin: 16px 0 8px;
appearance: none;
overflow: hidden;
background: var(--_border);
border: 0;
border-radius: 3px;
}
.bar::-webkit-progress-bar {
background: var(--_border);
}
.bar::-webkit-progress-value {
min-width: 3px;
background: var(--_accent);
border-radius: 3px;
}
.bar[value='0']::-webkit-progress-value {
min-width: 0;
}
.bar::-moz-progress-bar {
background: var(--_accent);
border-radius: 3px;
}
.times {
display: flex;
justify-content: space-between;
gap: 16px;
}
.times dt {
font-size: 13px;
line-height: 18px;
color: var(--_muted);
}
.times .left {
text-align: end;
}
.controls {
display: grid;
grid-auto-flow: column;
grid-auto-columns: 1fr;
gap: 8px;
margin: 20px 0 12px;
}
.secondary {
min-height: 48px;
padding: 8px 12px;
font-weight: 600;
background: var(--_surface);
border: 1px solid var(--_edge);
border-radius: var(--_corner-small);
transition: transform var(--_ease);
}
.secondary:hover:enabled {
background: var(--_sunken);
}
.secondary:active:enabled {
transform: scale(0.99);
}
.secondary:disabled {
color: var(--_muted);
border-color: var(--_border);
}
.secondary.danger {
color: light-dark(#ffffff, #2b0f0c);
background: var(--_danger);
border-color: transparent;
}
.secondary.danger:hover:enabled {
background: var(--_danger);
opacity: 0.92;
}
.confirm {
margin: 20px 0 12px;
padding: 16px;
background: var(--_sunken);
border: 1px solid var(--_border);
border-radius: var(--_corner-small);
animation: appear var(--_ease) backwards;
}
.confirm strong {
font-weight: 600;
}
.confirm .controls {
margin: 16px 0 0;
}
.meter .message.info {
min-height: 0;
}
.rows {
margin: 12px 0;
padding-top: 8px;
border-top: 1px solid var(--_border);
}
.receipt .text-button {
margin-inline-start: -6px;
}
.meter ~ .note,
.receipt ~ .note,
.outcome ~ .note {
margin-bottom: 12px;
text-align: center;
}
.card > .primary {
margin-bottom: 12px;
}
.card > a.text-button {
align-self: center;
margin-bottom: 8px;
}
@media (forced-colors: active) {
.bar,
.confirm,
.dot {
border: 1px solid CanvasText;
}
}
`,dr=[re`
:host {
color-scheme: light dark;
display: block;
max-width: 440px;
container: billing-authorise / inline-size;
text-align: start;
}
:host([hidden]) {
display: none;
}
:host([theme='light']) {
color-scheme: light;
}
:host([theme='dark']) {
color-scheme: dark;
}
.card {
--_accent: var(
--billing-authorise-accent,
light-dark(var(--_accent-light, #3a4ee0), var(--_accent-dark, #8091ff))
);
--_on-accent: var(
--billing-authorise-on-accent,
light-dark(var(--_on-accent-light, #ffffff), var(--_on-accent-dark, #101216))
);
--_surface: var(--billing-authorise-background, light-dark(#ffffff, #16181d));
--_sunken: light-dark(#f4f5f8, #1f2229);
--_text: var(--billing-authorise-text, light-dark(#14171f, #f2f4f8));
--_muted: var(--billing-authorise-muted, light-dark(#596072, #a1a8b8));
--_border: var(--billing-authorise-border, light-dark(#e4e6ec, #2c303a));
--_edge: light-dark(#c8ccd6, #434957);
--_danger: light-dark(#b42318, #ff9b8f);
--_danger-sunken: light-dark(#fdf2f0, #2b1b1c);
--_danger-edge: light-dark(#f3cfca, #55302f);
--_success: light-dark(#0c7a52, #58d3a0);
--_corner: var(--_radius, var(--billing-authorise-radius, 12px));
--_corner-small: min(8px, var(--_corner));
--_ease: 160ms cubic-bezier(0.2, 0, 0, 1);
font-family: var(
--_font,
var(
--billing-authorise-font,
-apple-system,
BlinkMacSystemFont,
'Segoe UI',
Roboto,
'Helvetica Neue',
Arial,
sans-serif
)
);
}
`,lr,cr,ur],fr={title:`The connection to your wallet ended.`,advice:`Unlock it, keep the same account, and try again.`},W=e=>({title:`We stopped: the service asked for ${e}.`,advice:`Your wallet was not asked and nothing was signed. Please tell the merchant.`});function pr(e,t){switch(e.code){case`no_wallet`:return{title:`There is no wallet in this browser.`,advice:`We found no wallet. Install one, or open this page in your wallet’s browser, and try again.`};case`user_rejected`:return{title:`You declined in your wallet.`,advice:`Nothing was signed and nothing was charged.`};case`request_pending`:return{title:`Your wallet already has a request open.`,advice:`Open the wallet, answer it, and try again.`};case`locked`:return{title:`Your wallet is locked.`,advice:`Unlock it and try again.`};case`disconnected`:case`account_changed`:return fr;case`chain_mismatch`:case`chain_not_added`:return{title:`Your wallet is on another network.`,advice:`Allow the switch in your wallet when you try again.`};case`method_unsupported`:return{title:`This wallet cannot sign this.`,advice:`Try again with another wallet.`};case`wallet_failed`:return{title:`Your wallet reported an error.`,advice:`Nothing was charged. Try again.`};case`insufficient_funds`:return{title:`There is not enough in your wallet.`,advice:e.balance!==void 0&&e.needed!==void 0?`It holds ${e.balance} AUSD of the ${e.needed} needed. Add AUSD or choose a shorter time.`:`Add AUSD, or choose a shorter time.`};case`refused_chain`:return W(`a network that is not expected here`);case`refused_escrow`:return W(`an escrow that is not ours`);case`refused_token`:return W(`another token`);case`refused_terms`:return W(`other terms than those on screen`);case`refused_sign_in`:return W(`a sign-in that is not for this page`);case`resource_missing`:case`route_not_found`:return{title:`We cannot find this checkout.`,advice:`The link may be incomplete. Go back to the shop and start again.`};case`base_url_invalid`:return{title:`This checkout is not set up right.`,advice:`Please tell the merchant.`};case`service_unreachable`:case`service_timeout`:return{title:`The service does not answer.`,advice:`Check your connection and try again. Trying again never charges twice.`};case`rate_limit_exceeded`:return{title:`Too many requests at once.`,advice:`Wait a moment and try again.`};case`chain_unavailable`:return{title:`The network cannot be reached just now.`,advice:`Try again soon. Trying again never charges twice.`};case`checkout_session_expired`:return{title:`This checkout has expired.`,advice:`Go back to ${t} to start a new one.`};case`checkout_session_not_open`:return{title:`This checkout is closed.`,advice:`Go back to ${t} to start a new one.`};case`session_already_claimed`:return{title:`Another wallet has begun here.`,advice:`Use that wallet, or go back to ${t} for a new checkout.`};case`product_inactive`:return{title:`This is not on sale any more.`,advice:`Please ask ${t}.`};case`sign_in_expired`:case`sign_in_nonce_invalid`:return{title:`That sign-in took too long.`,advice:`Try again and confirm within five minutes.`};case`sign_in_domain_mismatch`:return{title:`This page may not sign you in.`,advice:`Please tell the merchant.`};case`signature_invalid`:return{title:`The signature does not fit this account.`,advice:`Try again with the same account.`};case`pause_not_allowed`:case`subscription_invalid_state`:return{title:`That is not possible just now.`,advice:`The meter has changed meanwhile.`};default:return{title:`Something went wrong.`,advice:`Try again. Trying again never charges twice.`}}}var mr={locale:`en`,testMode:`Test mode`,loading:`Loading the checkout…`,card:(e,t)=>`${e} from ${t}`,ratePerSecond:e=>`${e} per second`,rateHuman:e=>`${e.exact?`=`:`≈`} ${e.amount} per ${e.unit}`,rateFree:`Free of charge`,maximumDuration:`Maximum duration`,duration:`Duration`,unit:`Unit`,slider:`Shorter or longer`,units:{seconds:`seconds`,minutes:`minutes`,hours:`hours`,days:`days`},presets:{600:`10 min`,3600:`1 h`,86400:`1 day`,604800:`7 days`,2592e3:`30 days`},durationRange:`Choose between 60 seconds and 30 days.`,durationFixed:(e,t)=>`Runs for at most ${e}, as set by ${t}.`,durationPart:(e,t)=>`${e} ${t}${e===1?``:`s`}`,clockDays:e=>`${e} d`,mostCharged:`The most you can be charged`,amountUnknown:`—`,payOnlyUsed:`You pay only for the seconds you use. The rest returns to your wallet.`,roundedUp:e=>`You sign for ${e}: the token has no smaller step, so it is rounded up.`,steps:`Steps`,stepConnect:`Connect`,stepSignIn:`Sign in`,stepAuthorise:`Authorise`,stepDone:`done`,walletHint:`Use the wallet you already have`,walletChoose:`Choose your wallet`,email:`Email`,emailRefused:`Enter your email address, like you@example.com.`,changeWallet:`Change`,changeWalletLabel:`Use another wallet`,connectWallet:`Connect wallet`,signIn:`Sign in`,authorise:e=>`Authorise ${e}`,authoriseNothing:`Authorise`,cancel:`Cancel`,tryAgain:`Try again`,startAgain:`Start again`,lookingForWallets:`Looking for wallets…`,confirmIn:e=>`Confirm in ${e}…`,signingIn:`Signing in…`,preparing:`Preparing…`,switchingChain:(e,t)=>`Switch to ${t} in ${e}…`,checkingFunds:`Checking your balance…`,opening:e=>e===null?`Opening the escrow…`:`Opening the escrow on ${e}…`,slowWallet:e=>`Nothing to see? Open ${e}: its window may be behind this one.`,slowService:`This takes longer than usual. Stay on this page; there is nothing to do.`,slowOpening:`The network takes its time. You have signed; you can safely wait or come back later.`,facts:[{icon:`gas`,text:`No gas`},{icon:`stop`,text:`Stop any time`},{icon:`refund`,text:`Automatic refund`}],notices:{account_changed:`Your wallet has another account now. Sign in again with it.`,signed_out:`You were signed out after a while. Sign in again to go on.`,contract_balance_low:`There is less in this wallet than the maximum. Fill it before you confirm.`},details:`Details`,payee:`Payee`,payeeLater:`Shown once you have signed in`,escrow:`Escrow`,fee:`Service fee`,feeValue:e=>`${e}% of what you pay, paid by the merchant`,deadline:`Sign by`,network:`Network`,networkValue:(e,t)=>`${e} (${t})`,token:`Paid in`,tokenValue:`AUSD, one US dollar each`,terms:`Signed terms`,promise:`The escrow lets nobody take more than this rate for the time since it was opened, nor more than the maximum. Pauses are the service’s word; stopping on the chain needs nobody’s.`,copy:`Copy`,copyWhat:e=>`Copy ${e}`,copied:`Copied`,show:e=>`${e} on the block explorer`,expiredTitle:`This checkout has expired`,expiredText:e=>`Nothing was charged. Go back to ${e} to start a new one.`,backTo:e=>`Back to ${e}`,canceledTitle:`Canceled`,canceledText:`Nothing was charged and nothing was authorised.`,support:`Get help`,continueTo:e=>`Continue to ${e}`,authorisedTitle:`Authorised`,authorisedText:(e,t)=>`Up to ${e}, for at most ${t}.`,manageHint:`To see or stop the meter, connect the wallet that authorised it.`,readingMeter:`Reading the meter…`,meterStatus:{waiting:`Not started`,running:`Running`,paused:`Paused`,past_due:`Payment due`,ended:`Ended`,canceled:`Stopped`},spent:`Spent so far`,ofMaximum:e=>`of ${e} at most`,timeUsed:`Time used`,timeLeft:`Time left`,returnsToYou:`Returns to you`,waitingForMerchant:e=>`${e} starts the meter when everything is ready. Nothing is charged until then.`,pastDueText:`The last settlement did not go through. It is tried again by itself; you need not do anything.`,pausedText:`The meter stands still. Nothing is charged while it is paused.`,pause:`Pause`,resume:`Resume`,stop:`Stop`,pausing:`Pausing…`,resuming:`Resuming…`,stopping:`Stopping…`,stopTitle:`Stop the meter?`,stopText:(e,t)=>`You are charged ${e}, and ${t} returns to your wallet.`,stopNow:`Stop now`,keepRunning:`Keep running`,receipt:`Receipt`,charged:`Charged`,feeIncluded:e=>`including a service fee of ${e}`,refunded:`Returned to your wallet`,settling:`Settling on the network. The rest is on its way to your wallet…`,transaction:`Opened in`,download:`Download receipt`,problem:(e,t)=>pr(e,t)};function G(e,{locale:t,minimumDecimals:n=2}){let[r=`0`,a=``]=i(e).split(`.`),o=r.startsWith(`-`),s=new Intl.NumberFormat(t).format(BigInt(r.replace(`-`,``))),c=a.padEnd(n,`0`);return`${o?`−`:``}$${s}${c===``?``:gr(t)+c}`}function hr(e){let t=i(e).split(`.`)[1]??``;return Math.min(6,Math.max(2,t.length))}function gr(e){return new Intl.NumberFormat(e).formatToParts(1.5).find(e=>e.type===`decimal`)?.value??`.`}var K={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},_r=e=>(...t)=>({_$litDirective$:e,values:t}),vr=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,t,n){this._$Ct=e,this._$AM=t,this._$Ci=n}_$AS(e,t){return this.update(e,t)}update(e,t){return this.render(...t)}},{I:yr}=Ge,br=e=>e,xr=e=>e.strings===void 0,Sr=()=>document.createComment(``),q=(e,t,n)=>{let r=e._$AA.parentNode,i=t===void 0?e._$AB:t._$AA;if(n===void 0)n=new yr(r.insertBefore(Sr(),i),r.insertBefore(Sr(),i),e,e.options);else{let t=n._$AB.nextSibling,a=n._$AM,o=a!==e;if(o){let t;n._$AQ?.(e),n._$AM=e,n._$AP!==void 0&&(t=e._$AU)!==a._$AU&&n._$AP(t)}if(t!==i||o){let e=n._$AA;for(;e!==t;){let t=br(e).nextSibling;br(r).insertBefore(e,i),e=t}}}return n},J=(e,t,n=e)=>(e._$AI(t,n),e),Cr={},wr=(e,t=Cr)=>e._$AH=t,Tr=e=>e._$AH,Er=e=>{e._$AR(),e._$AA.remove()},Dr=(e,t,n)=>{let r=/* @__PURE__ */ new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},Or=_r(class extends vr{constructor(e){if(super(e),e.type!==K.CHILD)throw Error(`repeat() can only be used in text expressions`)}dt(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this.dt(e,t,n).values}update(e,[t,n,r]){let i=Tr(e),{values:a,keys:o}=this.dt(t,n,r);if(!Array.isArray(i))return this.ut=o,a;let s=this.ut??=[],c=[],l,u,d=0,f=i.length-1,p=0,m=a.length-1;for(;d<=f&&p<=m;)if(i[d]===null)d++;else if(i[f]===null)f--;else if(s[d]===o[p])c[p]=J(i[d],a[p]),d++,p++;else if(s[f]===o[m])c[m]=J(i[f],a[m]),f--,m--;else if(s[d]===o[m])c[m]=J(i[d],a[m]),q(e,c[m+1],i[d]),d++,m--;else if(s[f]===o[p])c[p]=J(i[f],a[p]),q(e,i[d],i[f]),f--,p++;else if(l===void 0&&(l=Dr(o,p,m),u=Dr(s,d,f)),l.has(s[d])){if(l.has(s[f])){let t=u.get(o[p]),n=t===void 0?null:i[t];if(n===null){let t=q(e,i[d]);J(t,a[p]),c[p]=t}else c[p]=J(n,a[p]),q(e,i[d],n),i[t]=null;p++}else Er(i[f]),f--}else Er(i[d]),d++;for(;p<=m;){let t=q(e,c[m+1]);J(t,a[p]),c[p++]=t}for(;d<=f;){let e=i[d++];e!==null&&Er(e)}return this.ut=o,wr(e,c),D}});function kr(e){let t=Math.max(e.lastIndexOf(`.`),e.lastIndexOf(`,`)),n=t===-1?e.length:t;return T`${Or([...e].map((e,t)=>({key:`${t-n} ${e}`,character:e})),e=>e.key,e=>T`<span class="digit">${e.character}</span>`)}`}function Ar(e){return e.length<=10?`large`:e.length<=14?`medium`:e.length<=20?`small`:`tiny`}function jr(e){if(!I(e.duration))return null;let i=e.session.product.rate_usd_per_second,{seconds:o}=e.duration;return{exactUsd:a(i,o),depositUsd:n(r(t(i),o))}}function Mr(e,t){let n=jr(t),r=n?G(n.exactUsd,{locale:e.locale}):e.amountUnknown;return T`
<section class="hero" part="amount">
<h3 class="caption">${e.mostCharged}</h3>
<p class="figure ${Ar(r)}" part="max-escrow">${kr(r)}</p>
${n?T`<p class="note">${Nr(e,n)} ${e.payOnlyUsed}</p>`:T`<p class="note invalid" id="duration-range">${e.durationRange}</p>`}
</section>
`}function Nr(e,{exactUsd:t,depositUsd:n}){if(t===n)return O;let r=G(n,{locale:e.locale});return T`<span class="rounded" part="rounded-up">${e.roundedUp(r)}</span>`}function Pr(e){return e.length<=14?e:`${e.slice(0,6)}…${e.slice(-4)}`}var Fr={wallet:E`<path d="M3.5 6.25A1.75 1.75 0 0 1 5.25 4.5h8.5A1.25 1.25 0 0 1 15 5.75V7M3.5 6.25v7.5c0 .97.78 1.75 1.75 1.75h9.5c.97 0 1.75-.78 1.75-1.75v-5C16.5 7.78 15.72 7 14.75 7h-10c-.7 0-1.25-.34-1.25-.75ZM13.25 11.25h.01"/>`,mail:E`<path d="M3.5 6.25c0-.97.78-1.75 1.75-1.75h9.5c.97 0 1.75.78 1.75 1.75v7.5c0 .97-.78 1.75-1.75 1.75h-9.5c-.97 0-1.75-.78-1.75-1.75zM4 6l6 4.75L16 6"/>`,gas:E`<path d="M10 3.5c2.6 3 4 5.4 4 7.5a4 4 0 0 1-8 0c0-2.1 1.4-4.5 4-7.5ZM4 4l12 12"/>`,stop:E`<circle cx="10" cy="10" r="6.5"/><path d="M8 8h4v4H8z"/>`,refund:E`<path d="M7 4.5 4 7.5l3 3M4.25 7.5h7.5a4 4 0 0 1 0 8H7.5"/>`,alert:E`<circle cx="10" cy="10" r="6.5"/><path d="M10 6.75v3.75M10 13.25h.01"/>`,info:E`<circle cx="10" cy="10" r="6.5"/><path d="M10 9.5v3.75M10 6.75h.01"/>`,chevron:E`<path d="m7.5 5.5 4.5 4.5-4.5 4.5"/>`,check:E`<path d="m5 10.5 3.25 3.25L15 7"/>`,copy:E`<path d="M7.5 7.5V5.25C7.5 4.56 8.06 4 8.75 4h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25H12.5M5.25 7.5h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25h-6C4.56 16 4 15.44 4 14.75v-6c0-.69.56-1.25 1.25-1.25Z"/>`,open:E`<path d="M8 5H5.75C4.78 5 4 5.78 4 6.75v7.5c0 .97.78 1.75 1.75 1.75h7.5c.97 0 1.75-.78 1.75-1.75V12M11.5 4H16v4.5M15.5 4.5 9 11"/>`,clock:E`<circle cx="10" cy="10" r="6.5"/><path d="M10 6.5V10l2.25 1.75"/>`,down:E`<path d="M10 4v8m0 0 3-3m-3 3L7 9M4.5 15.5h11"/>`};function Y(e){return T`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${Fr[e]}</svg>`}function Ir(e,t){let{text:n}=e,{chain:r,prepared:i}=t,a=i?.terms.merchant??e.pinnedPayee;return T`
<details class="details" part="details">
<summary>${Y(`chevron`)}${n.details}</summary>
<dl>
${a===null?X(n.payee,T`<span class="quiet">${n.payeeLater}</span>`):Lr(e,t,n.payee,a)}
${r?Lr(e,t,n.escrow,r.escrow):O}
${r?X(n.fee,n.feeValue(Br(r.fee_bps))):O}
${i?X(n.deadline,Vr(i.signBy,n.locale)):O}
${r?X(n.network,n.networkValue(r.name,r.chain_id)):O}
${X(n.token,n.tokenValue)}
${i?X(n.terms,Rr(e,n.terms,JSON.stringify(i.terms,null,2))):O}
</dl>
<p class="quiet">${n.promise}</p>
</details>
`}function Lr(e,t,n,r,i=`address`){let a=zr(t,i,r);return X(n,T`
<span class="address" title=${r}>${Pr(r)}</span>
${Rr(e,n,r)}
${a?T`<a
class="icon-button"
href=${a}
target="_blank"
rel="noopener noreferrer"
aria-label=${e.text.show(n)}
>${Y(`open`)}</a
>`:O}
`)}function X(e,t){return T`<div class="row"><dt>${e}</dt><dd>${t}</dd></div>`}function Rr({text:e,copied:t,copy:n},r,i){let a=t===i;return T`
<button
type="button"
class="icon-button"
aria-label=${a?e.copied:e.copyWhat(r)}
@click=${()=>n(i)}
>
${Y(a?`check`:`copy`)}
</button>
`}function zr({chain:e},t,n){let r=e?.block_explorer_url?URL.parse(`${e.block_explorer_url}/`):null;return!r||r.protocol!==`https:`&&r.protocol!==`http:`?null:URL.parse(`${t}/${encodeURIComponent(n)}`,r)?.href??null}function Br(e){let t=String(e%100).padStart(2,`0`).replace(/0+$/,``);return`${Math.floor(e/100)}${t===``?``:`.${t}`}`}function Vr(e,t){return new Intl.DateTimeFormat(t,{dateStyle:`medium`,timeStyle:`short`}).format(e*1e3)}var Hr=_r(class extends vr{constructor(e){if(super(e),e.type!==K.PROPERTY&&e.type!==K.ATTRIBUTE&&e.type!==K.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!xr(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===D||t===O)return t;let n=e.element,r=e.name;if(e.type===K.PROPERTY){if(t===n[r])return D}else if(e.type===K.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(r))return D}else if(e.type===K.ATTRIBUTE&&n.getAttribute(r)===t+``)return D;return wr(e),t}}),Ur=[{unit:`day`,seconds:86400},{unit:`hour`,seconds:3600},{unit:`minute`,seconds:60},{unit:`second`,seconds:1}];function Wr(e,t,n=4){let r=e,i=[];for(let{unit:e,seconds:n}of Ur){let a=Math.floor(r/n);r-=a*n,a>0&&i.push(t.durationPart(a,e))}return i.slice(0,n).join(` `)||t.durationPart(0,`second`)}function Gr(e,t){let n=e=>String(e).padStart(2,`0`),r=Math.floor(e/86400),i=Math.floor(e%86400/3600),a=`${n(Math.floor(e%3600/60))}:${n(e%60)}`;return r>0?`${t.clockDays(r)} ${n(i)}:${a}`:i>0?`${i}:${a}`:a}function Kr(e,t){let{text:n}=e,{duration:r,session:i}=t;if(t.capFixed){let e=Wr(i.max_duration_seconds??0,n);return T`<p class="fixed" part="duration">${n.durationFixed(e,i.merchant.name)}</p>`}let a=!st(e.state),o=I(r),s=t=>e.send({type:`duration_edited`,edit:t});return T`
<fieldset class="duration" part="duration" ?disabled=${a}>
<legend>${n.maximumDuration}</legend>
<div class="exactly">
<input
class="amount"
type="number"
inputmode="decimal"
step="any"
aria-label=${n.duration}
aria-invalid=${o?`false`:`true`}
aria-describedby=${o?O:`duration-range`}
.value=${Hr(r.amount)}
@input=${e=>s({amount:Jr(e)})}
/>
<select
class="unit"
aria-label=${n.unit}
.value=${Hr(r.unit)}
@change=${e=>s({unit:Jr(e)})}
>
${d.map(({unit:e})=>T`<option value=${e} ?selected=${e===r.unit}>${n.units[e]}</option>`)}
</select>
</div>
<div class="presets">
${Object.entries(n.presets).map(([e,t])=>T`
<button
type="button"
class="preset"
aria-pressed=${Number(e)===r.seconds?`true`:`false`}
@click=${()=>s({seconds:Number(e)})}
>
${t}
</button>
`)}
</div>
<input
class="slider"
type="range"
min="0"
max=${Bn}
step="1"
aria-label=${n.slider}
aria-valuetext=${r.seconds===null?O:Wr(r.seconds,n)}
.value=${Hr(String(r.seconds===null?0:Gn(r.seconds)))}
@input=${e=>s({seconds:Kn(Number(Jr(e)))})}
@keydown=${e=>qr(e,r,s)}
/>
</fieldset>
`}function qr(e,t,n){let r=e.key===`ArrowUp`||e.key===`ArrowRight`,i=e.key===`ArrowDown`||e.key===`ArrowLeft`,a=t.seconds;if(!r&&!i||a===null)return;e.preventDefault();let o=Gn(a),s=[1,2,4,8,16,32,64].map(e=>Kn(o+(r?e:-e))).find(e=>r?e>a:e<a);s!==void 0&&n({seconds:s})}function Jr(e){return e.target.value}function Yr(e,t){let{merchant:n,product:r}=t;return T`
<header class="who" part="header">
${Xr(e,n.name,n.logo_url)}
<div class="names">
<p class="merchant">${n.name}</p>
<h2 class="product" part="product">${r.name}</h2>
</div>
${t.livemode?O:T`<span class="badge" part="test-mode">${e.text.testMode}</span>`}
</header>
`}function Xr(e,t,n){let r=e.logoFailed||n===null?null:URL.parse(n);return r!==null&&(r.protocol===`https:`||r.protocol===`http:`)?T`<img
class="logo"
part="logo"
src=${r.href}
alt=""
width="32"
height="32"
referrerpolicy="no-referrer"
@error=${e.failLogo}
/>`:T`<span class="logo monogram" part="logo" aria-hidden="true">${[...t.trim()][0]??``}</span>`}function Zr(e,t){let{text:n,state:r}=e;if($r(r))return ei(e,t);if(!t.connection)return T`<div class="identity empty">${Y(`wallet`)}<span>${Qr(r)?n.walletChoose:n.walletHint}</span></div>`;let{address:i,walletName:a}=t.connection,o=r.phase===`signing`||r.phase===`opening`;return T`
<div class="identity" part="account">
${Y(`wallet`)}
<span class="account">
<span class="wallet-name">${a}</span>
<span class="address">${Pr(i)}</span>
</span>
<button
type="button"
class="text-button"
aria-label=${n.changeWalletLabel}
?hidden=${o}
@click=${()=>e.send({type:`change_wallet_pressed`})}
>
${n.changeWallet}
</button>
</div>
`}function Qr(e){return e.phase===`choosing`&&Array.isArray(e.wallets)}function $r(e){return e.phase===`signing_in`||e.phase===`error`&&e.retry===`sign_in`}function ei({text:e,state:t,send:n},r){let i=t.phase===`signing_in`&&t.step!==`idle`;return T`
<label class="identity field ${r.emailRefused?`invalid`:``}">
${Y(`mail`)}
<span class="labelled">
<span class="label">${e.email}</span>
<input
class="email"
part="email"
type="email"
name="email"
autocomplete="email"
autocapitalize="none"
spellcheck="false"
maxlength="254"
aria-label=${e.email}
aria-invalid=${r.emailRefused?`true`:`false`}
aria-describedby="message"
?readonly=${i}
.value=${Hr(r.email)}
@input=${e=>n({type:`email_edited`,email:e.target.value})}
@keydown=${e=>{e.key===`Enter`&&n({type:`sign_in_pressed`})}}
/>
</span>
</label>
`}function ti(e){let{state:t,text:n}=e,r=P(t);if(t.phase===`error`)return ni(n,t.problem,ai(t));if(r?.emailRefused)return ri(`problem`,`alert`,n.emailRefused);let i=ii(t,n);return i?ri(`info`,`clock`,i):r?.notice?ri(`info`,`info`,n.notices[r.notice]):T`
<div class="message" id="message">
<ul class="facts" part="facts">
${n.facts.map(e=>T`<li>${Y(e.icon)}${e.text}</li>`)}
</ul>
</div>
`}function ni(e,t,n){let{title:r,advice:i}=e.problem(t,n);return T`
<div class="message problem" part="error" id="message" role="alert">
${Y(`alert`)}
<p><strong>${r}</strong> ${i}</p>
</div>
`}function ri(e,t,n){return T`
<div class="message ${e}" id="message" role=${e===`problem`?`alert`:O}>
${Y(t)}
<p>${n}</p>
</div>
`}function ii(e,t){if(!(`slow`in e)||!e.slow)return null;if(e.phase===`opening`)return t.slowOpening;let n=e.phase===`connecting`?e.wallet.name:e.checkout.connection?.walletName;return(e.phase===`connecting`||e.step===`wallet`||e.step===`chain`)&&n?t.slowWallet(n):t.slowService}function ai(e){return P(e)?.session.merchant.name??``}function oi(e,t,n){let{text:r}=e,i=H(n,e.now),a=fi(e,n),o=a(i.spentUsd),s=n.subscription.allow_pause&&(i.status===`running`||i.status===`past_due`);return T`
<section class="meter" part="meter">
<div class="caption-row">
<h3 class="caption">${r.spent}</h3>
<span class="status ${i.status}" part="meter-status"
><span class="dot" aria-hidden="true"></span>${r.meterStatus[i.status]}</span
>
</div>
<p class="figure ${Ar(o)}" part="spent" role="timer" aria-label=${`${r.spent} ${o}`}>
${kr(o)}
</p>
<p class="note">${r.ofMaximum(G(i.maximumUsd,{locale:r.locale}))}</p>
<progress class="bar" part="bar" max="1" value=${i.share} aria-label=${r.spent}></progress>
<dl class="times">
<div><dt>${r.timeUsed}</dt><dd>${Gr(i.elapsedSeconds,r)}</dd></div>
<div class="left"><dt>${r.timeLeft}</dt><dd>${Gr(i.remainingSeconds,r)}</dd></div>
</dl>
${t.control===`confirming_stop`?li(e,i,a):T`<div class="controls">${si(e,t,i,s)}${ci(e,t)}</div>`}
${ui(e,t,i)}
</section>
`}function si({text:e,send:t},{control:n},r,i){let a=n!==`idle`;return r.status===`paused`?T`<button
type="button"
class="secondary"
part="button"
?disabled=${a}
@click=${()=>t({type:`resume_pressed`})}
>
${n===`resuming`?e.resuming:e.resume}
</button>`:i?T`<button
type="button"
class="secondary"
part="button"
?disabled=${a}
@click=${()=>t({type:`pause_pressed`})}
>
${n===`pausing`?e.pausing:e.pause}
</button>`:O}function ci({text:e,send:t},{control:n}){return T`<button
type="button"
class="secondary stop"
part="button"
?disabled=${n!==`idle`}
@click=${()=>t({type:`stop_pressed`})}
>
${n===`stopping`?e.stopping:e.stop}
</button>`}function li({text:e,send:t},n,r){return T`
<div class="confirm" part="confirm" role="group" aria-labelledby="stop-title" aria-describedby="stop-text">
<p><strong id="stop-title">${e.stopTitle}</strong></p>
<p id="stop-text">${e.stopText(r(n.spentUsd),r(n.returnsUsd))}</p>
<div class="controls">
<button type="button" class="secondary" part="button" @click=${()=>t({type:`stop_dismissed`})}>
${e.keepRunning}
</button>
<button
type="button"
class="secondary danger"
part="button"
@click=${()=>t({type:`stop_confirmed`})}
>
${e.stopNow}
</button>
</div>
</div>
`}function ui({text:e},t,n){let r=t.checkout.session.merchant.name;if(t.problem)return ni(e,t.problem,r);let i={waiting:e.waitingForMerchant(r),paused:e.pausedText,past_due:e.pastDueText,running:null,ended:null,canceled:null}[n.status];return i===null?O:T`<div class="message info">${Y(`info`)}<p>${i}</p></div>`}function di({text:e},t){let{session:n}=t.checkout,r=G(n.max_escrow_usd??`0`,{locale:e.locale}),i=Wr(n.max_duration_seconds??0,e);return T`
<section class="outcome" part="authorised">
<span class="seal">${Y(`check`)}</span>
<h3>${e.authorisedTitle}</h3>
<p class="note">${e.authorisedText(r,i)}</p>
</section>
`}function fi({text:e},{subscription:t}){let n=hr(t.rate_usd_per_second);return t=>G(t,{locale:e.locale,minimumDecimals:n})}function pi({text:e},{session:t}){let n=nt(t.cancel_url,t.id);return T`
<section class="outcome" part="expired" role="status">
<span class="seal quiet">${Y(`clock`)}</span>
<h3>${e.expiredTitle}</h3>
<p class="note">${e.expiredText(t.merchant.name)}</p>
</section>
${n?T`<a class="primary" part="button" href=${n}>${e.backTo(t.merchant.name)}</a>`:O}
`}function mi({text:e},t){let{title:n,advice:r}=e.problem(t,``);return T`
<section class="outcome" part="error" role="alert">
<span class="seal danger">${Y(`alert`)}</span>
<h3>${n}</h3>
<p class="note">${r}</p>
</section>
`}function hi({text:e}){return T`
<section class="outcome" part="canceled" role="status">
<span class="seal quiet">${Y(`refund`)}</span>
<h3>${e.canceledTitle}</h3>
<p class="note">${e.canceledText}</p>
</section>
`}function gi(e,{session:t}){let n=nt(t.success_url,t.id);return n===null||_i(n)===_i(e.pageHref)?O:T`<a class="text-button" part="continue" href=${n}>${e.text.continueTo(t.merchant.name)}</a>`}function _i(e){return e.split(`#`,1)[0]??e}function Z(e){let t=vi(e.state,e.text),{press:n}=t;return T`
<button
type="button"
class="primary ${t.busy?`busy`:``}"
part="button"
?disabled=${!t.enabled}
aria-disabled=${t.busy?`true`:O}
@click=${()=>n&&e.send(n)}
@pointerenter=${e.preloadWallet}
@focus=${e.preloadWallet}
>
${t.busy?T`<span class="spinner" aria-hidden="true"></span>`:O}
<span class="label">${t.label}</span>
</button>
`}function vi(e,t){switch(e.phase){case`choosing`:return e.wallets===`looking`?$(t.lookingForWallets):Q(t.connectWallet,`connect_pressed`);case`connecting`:return $(t.confirmIn(e.wallet.name));case`signing_in`:return e.step===`idle`?Q(t.signIn,`sign_in_pressed`):$(e.step===`wallet`?t.confirmIn(xi(e.checkout)):t.signingIn);case`reviewing`:return yi(e.checkout,t);case`signing`:return $(bi(e.step,e.checkout,t));case`opening`:return $(t.opening(e.checkout.chain?.name??null));case`error`:return F(e)||e.retry!==`authorise`||jr(e.checkout)?Q(t.tryAgain,`retry_pressed`):{...Q(t.tryAgain,`retry_pressed`),enabled:!1};case`unavailable`:return Q(t.tryAgain,`retry_pressed`);case`canceled`:return Q(t.startAgain,`restart_pressed`);case`complete`:return Q(t.connectWallet,`connect_pressed`);default:return{label:t.connectWallet,press:null,enabled:!1,busy:!1}}}function yi(e,t){let n=jr(e);if(!n)return{label:t.authoriseNothing,press:null,enabled:!1,busy:!1};let r=G(n.depositUsd,{locale:t.locale});return Q(t.authorise(r),`authorise_pressed`)}function bi(e,t,n){switch(e){case`preparing`:return n.preparing;case`chain`:return t.connection?.chainId===t.chain?.chain_id?n.preparing:n.switchingChain(xi(t),t.chain?.name??``);case`checking`:return n.checkingFunds;case`wallet`:return n.confirmIn(xi(t))}}function xi(e){return e.connection?.walletName??``}function Q(e,t){return{label:e,press:{type:t},enabled:!0,busy:!1}}function $(e){return{label:e,press:null,enabled:!0,busy:!0}}var Si=[{unit:`minute`,seconds:60},{unit:`hour`,seconds:3600},{unit:`day`,seconds:86400},{unit:`month`,seconds:2592e3}];function Ci(e,t){let n=Si.map(t=>({unit:t.unit,usd:a(e,t.seconds)})),r=n.find(e=>wi(e.usd))??n.at(-1);if(!r||r.usd===`0`)return null;let i=Ei(r.usd,Math.max(2,Ti(r.usd)+2));return{unit:r.unit,amount:G(i,{locale:t}),exact:a(i,1)===r.usd}}function wi(e){let[t=`0`,n=``]=e.split(`.`);return t!==`0`||(n[0]??`0`)>=`5`}function Ti(e){let[t=`0`,n=``]=e.split(`.`);return t===`0`?n.length-n.replace(/^0+/,``).length:0}function Ei(e,t){let[n=`0`,r=``]=e.split(`.`),i=(BigInt(n+r.slice(0,t).padEnd(t,`0`))+((r[t]??`0`)>=`5`?1n:0n)).toString().padStart(t+1,`0`);return`${i.slice(0,-t)}.${i.slice(-t)}`}function Di(e,t){if(o(t,`0`)===0)return T`<p class="rate" part="rate">${e.rateFree}</p>`;let n=Ci(t,e.locale);return T`
<p class="rate" part="rate">
<span class="exact">${e.ratePerSecond(G(t,{locale:e.locale}))}</span>
${n?T`<span class="human">${e.rateHuman(n)}</span>`:O}
</p>
`}function Oi(e,t,n){let{text:r}=e,{checkout:i}=t,{subscription:a}=n,o=H(n,e.now),s=fi(e,n),c=s(a.settled_usd),l=ki(i.chain?.fee_bps??null,a.settled_usd);return T`
<section class="receipt" part="receipt">
<div class="caption-row">
<h3 class="caption">${r.charged}</h3>
<span class="status ${o.status}" part="meter-status"
><span class="dot" aria-hidden="true"></span>${r.meterStatus[o.status]}</span
>
</div>
<p class="figure ${Ar(c)}" part="charged">${kr(c)}</p>
<p class="note">${l===null?``:r.feeIncluded(s(l))}</p>
<dl class="rows">
${X(r.refunded,T`<span part="refunded">${s(a.refunded_usd)}</span>`)}
${X(r.timeUsed,Wr(a.elapsed_seconds,r))}
${i.txHash?Lr(e,i,r.transaction,i.txHash,`tx`):O}
</dl>
${pn(a)?O:T`<div class="message info" role="status">${Y(`clock`)}<p>${r.settling}</p></div>`}
<button type="button" class="text-button" @click=${()=>Ai(e,t,n,l)}>
${Y(`down`)}${r.download}
</button>
</section>
`}function ki(e,t){let r=c(t);return e===null||r===null?null:n(s(r,e))}function Ai(e,{checkout:t},{subscription:n},r){let{session:i,chain:a,prepared:o,txHash:s}=t,c={object:`receipt`,merchant:i.merchant.name,product:i.product.name,checkout_session:i.id,subscription:n,charged_usd:n.settled_usd,fee_included_usd:r,refunded_usd:n.refunded_usd,chain_id:a?.chain_id??null,escrow:a?.escrow??null,opening_tx_hash:s,terms:o?.terms??null};e.download(`receipt-${n.id}.json`,`${JSON.stringify(c,null,2)}\n`)}function ji(e){let{text:t}=e;return T`
<header class="who">
<span class="logo bone"></span>
<div class="names"><p class="merchant"><span class="bone">Merchant name</span></p>
<p class="product"><span class="bone">The product</span></p></div>
</header>
<p class="rate"><span class="bone">$0.000000 per second</span></p>
<div class="duration" aria-hidden="true">
<div class="legend"><span class="bone">Maximum duration</span></div>
<div class="exactly"><span class="bone amount"></span><span class="bone unit"></span></div>
<span class="bone presets"></span>
<span class="bone slider"></span>
</div>
<section class="hero">
<h3 class="caption">${t.mostCharged}</h3>
<p class="figure large"><span class="bone">$0.0000</span></p>
<p class="note">${t.payOnlyUsed}</p>
</section>
<div class="action">
<ol class="steps" aria-hidden="true"><li></li><li></li><li></li></ol>
<div class="identity empty">${Y(`wallet`)}<span>${t.walletHint}</span></div>
${Z(e)}
<div class="message"><ul class="facts">${t.facts.map(e=>T`<li>${Y(e.icon)}${e.text}</li>`)}</ul></div>
</div>
<footer class="foot"><span class="bone">Details</span></footer>
<p class="visually-hidden" role="status">${t.loading}</p>
`}function Mi(e,t,n=3){let r=Ni(t),i=[e.stepConnect,e.stepSignIn,e.stepAuthorise].slice(0,n);return T`
<ol class="steps" part="steps" aria-label=${e.steps}>
${i.map((t,n)=>T`
<li
class=${n<r?`done`:n===r?`current`:``}
aria-current=${n===r?`step`:`false`}
>
<span class="visually-hidden">${t}${n<r?`, ${e.stepDone}`:``}</span>
</li>
`)}
</ol>
`}function Ni(e){switch(e.phase){case`signing_in`:return 1;case`reviewing`:case`signing`:case`opening`:return 2;case`complete`:return 3;case`error`:return{discover:0,connect:0,sign_in:1,authorise:2,open:2}[e.retry];default:return 0}}function Pi({text:e,send:t},n){return T`
<div class="wallets" part="wallets" role="group" aria-label=${e.walletChoose}>
${n.map(e=>T`
<button
type="button"
class="wallet"
part="wallet"
@click=${()=>t({type:`wallet_chosen`,wallet:e})}
>
${e.icon?.startsWith(`data:image/`)?T`<img class="wallet-icon" src=${e.icon} alt="" width="24" height="24" />`:Y(`wallet`)}
<span class="wallet-name">${e.name}</span>
${Y(`chevron`)}
</button>
`)}
</div>
`}function Fi(e){let{state:t}=e;switch(t.phase){case`loading`:return ji(e);case`unavailable`:return T`${mi(e,t.problem)} ${Z(e)}`;case`complete`:return Ii(e,t.checkout,Vi(e,t));case`expired`:return Ii(e,t.checkout,pi(e,t.checkout));case`canceled`:return Ii(e,t.checkout,T`${hi(e)}${Z(e)}`);default:return F(t)?Ii(e,t.checkout,Ri(e,t.checkout)):Ii(e,t.checkout,Li(e,t.checkout))}}function Ii(e,t,n){let r=t.session.product.rate_usd_per_second;return T`
${Yr(e,t.session)} ${Di(e.text,r)} ${n}
<footer class="foot">
${Ir(e,t)}
${ot(e.state)?T`<button
type="button"
class="text-button cancel"
part="cancel"
@click=${()=>e.send({type:`cancel_pressed`})}
>
${e.text.cancel}
</button>`:O}
</footer>
`}function Li(e,t){return T`
${Kr(e,t)} ${Mr(e.text,t)}
${zi(e,t,3)}
`}function Ri(e,t){return T`
<p class="note">${e.text.manageHint}</p>
${zi(e,t,2)}
`}function zi(e,t,n){let r=Bi(e.state);return T`
<div class="action" part="action">
${Mi(e.text,e.state,n)}
${Zr(e,t)}
${r?Pi(e,r):Z(e)}
${ti(e)}
</div>
`}function Bi(e){return e.phase===`choosing`&&Array.isArray(e.wallets)?e.wallets:null}function Vi(e,t){let{checkout:n,reading:r,problem:i}=t,a=t.foundOnLoad&&e.redirect!==`none`?gi(e,n):O;if(r)return T`${fn(r.subscription)?Oi(e,t,r):oi(e,t,r)}${n.customer===null?Hi(e):O}${a}`;let o=n.customer!==null&&!i;return T`
${di(e,t)}
${i?ni(e.text,i,n.session.merchant.name):O}
${o?T`<p class="note" role="status">${e.text.readingMeter}</p>`:O}
${n.customer===null?Hi(e):O} ${a}
`}function Hi(e){return T`<p class="note">${e.text.manageHint}</p>${Z(e)}`}var Ui=2e3,Wi=class extends M{static styles=dr;static properties={session:{type:String},baseUrl:{type:String,attribute:`base-url`},locale:{type:String},theme:{type:String,reflect:!0},redirect:{type:String},chainId:{type:Number,attribute:`chain-id`},escrow:{type:String},payee:{type:String},wagmiConfig:{attribute:!1},appearance:{attribute:!1}};#e;#t=null;#n=null;#r=null;constructor(){super(),this.session=null,this.baseUrl=null,this.locale=null,this.theme=`auto`,this.redirect=`auto`,this.chainId=null,this.escrow=null,this.payee=null,this.wagmiConfig=void 0,this.appearance=null,this.#e=new In(this,this.ports())}get phase(){return it(this.#e.state)}get meter(){let{state:e}=this.#e;return e.phase===`complete`&&e.reading?dn(e.reading.subscription):null}get pins(){return{chainId:this.chainId,escrow:this.escrow||null,payee:this.payee||null}}describe(e){let t=P(this.#e.state)?.session.merchant.name??``,{title:n,advice:r}=mr.problem(e,t);return`${n} ${r}`}ports(){return or()}willUpdate(e){(e.has(`session`)||e.has(`baseUrl`))&&this.#e.setTarget(this.session||null,this.baseUrl||globalThis.location?.origin||``)}render(){return T`<div class="card" part="card" lang=${mr.locale}>${Fi(this.#i())}</div>`}updated(){this.#s(),this.#o()}#i(){let e=this.#e;return{state:e.state,text:mr,now:e.now(),redirect:this.redirect,pageHref:e.pageHref(),pinnedPayee:this.pins.payee,copied:this.#t,logoFailed:this.#n!==null&&this.#n===this.#a(),send:t=>e.dispatch(t),preloadWallet:()=>e.preloadWallet(),copy:e=>void this.#c(e),failLogo:()=>{this.#n=this.#a(),this.requestUpdate()},download:Gi}}#a(){return P(this.#e.state)?.session.merchant.logo_url??null}#o(){let{state:e}=this.#e,t=e.phase===`choosing`&&Array.isArray(e.wallets)?`.wallet`:e.phase===`signing_in`?`.email`:null,n=t!==this.#r;this.#r=t,n&&t!==null&&this.#e.isAttended&&this.renderRoot.querySelector(t)?.focus({preventScroll:!0})}#s(){let e=this.renderRoot.querySelector(`.card`),t=P(this.#e.state);if(!e)return;let n=Qn(this.appearance?.accent??t?.session.merchant.accent??null),r=t?.duration.seconds??0,i={"--_accent-light":n?.light,"--_accent-dark":n?.dark,"--_on-accent-light":n?.onLight,"--_on-accent-dark":n?.onDark,"--_radius":this.appearance?.radius,"--_font":this.appearance?.fontFamily,"--_share":String(Gn(r)/Bn)};for(let[t,n]of Object.entries(i))n?e.style.setProperty(t,n):e.style.removeProperty(t)}async#c(e){try{await navigator.clipboard.writeText(e)}catch{return}this.#t=e,this.requestUpdate(),setTimeout(()=>{this.#t===e&&(this.#t=null,this.requestUpdate())},Ui)}};function Gi(e,t){let n=URL.createObjectURL(new Blob([t],{type:`application/json`}));Object.assign(document.createElement(`a`),{href:n,download:e}).click(),setTimeout(()=>URL.revokeObjectURL(n),0)}customElements.get(`billing-authorise`)||customElements.define(`billing-authorise`,Wi);