/** How long a click waits for its part of the page, in milliseconds. */
const TIMEOUT_MS = 30_000

/**
 * The target of a click before the page's script has arrived. Links, forms with an address and the browser's own menus
 * work without a script and are left alone.
 */
const MEANT =
  'button:not([popovertarget], [commandfor]), input[type=submit], input[role=combobox], [role=button], [role=tab]'

/** The mark of a button that steps the number beside it: by 1 or by -1, not below 1. */
export const STEPS_BY = 'data-steps-by'

/** The mark of a form that hears Ctrl+S. */
export const SAVES_BY_KEY = 'data-saves-by-key'

/**
 * A script for the head of a page: a press of a button that React has not taken over yet is kept and repeated once it
 * has, instead of being lost. Where React draws a part again the button of the same name takes its place. React swallows
 * presses in parts that are half taken over, on their way to the button: they are repeated as well. Ctrl+S waits for its
 * form likewise, and the browser does not offer to save the page. Of several presses the last one counts, but a number
 * steps at once by each press beside it, and React takes it over as if it had been typed (UIX-033). A press is kept for 30 s.
 */
export const earlyClickScript = `(function(){var meant
function isAlive(e){for(var k in e)if(k.indexOf('__reactProps')===0)return true
return false}
function nameOf(e){return e.getAttribute('aria-label')||e.textContent||e.name}
function shown(e){if(e.isConnected)return e
var twins=[].filter.call(document.getElementsByTagName(e.tagName),function(x){return nameOf(x)===nameOf(e)})
return twins.length===1?twins[0]:null}
function keep(press,isReady,repeat){var until=Date.now()+${TIMEOUT_MS};meant=press;(function wait(){
if(meant!==press||Date.now()>until)return
if(isReady()){meant=null;repeat()}else setTimeout(wait,50)})()}
function keepClick(e){keep(e,function(){var x=shown(e);return x&&isAlive(x)},function(){shown(e).click()})}
function step(e){var by=+e.getAttribute('${STEPS_BY}'),number=by&&e.parentNode.querySelector('input')
if(number&&+number.value+by>0)number.stepUp(by)
return number}
addEventListener('click',function(click){
var e=click.target&&click.target.closest&&click.target.closest('${MEANT}')
if(!e||e.form&&e.form.hasAttribute('action'))return
meant=null
if(!isAlive(e)){click.preventDefault();click.stopImmediatePropagation();return step(e)||keepClick(e)}
var hasArrived
e.addEventListener('click',function(){hasArrived=true},{capture:true,once:true})
setTimeout(function(){hasArrived||keepClick(e)})},true)
function hasForm(state){return document.querySelector('form'+state+' [data-save-bar]')}
addEventListener('keydown',function(key){
if(key.key!=='s'||!(key.ctrlKey||key.metaKey)||!hasForm(':not([${SAVES_BY_KEY}])'))return
key.preventDefault()
keep(key,function(){return hasForm('[${SAVES_BY_KEY}]')},function(){
dispatchEvent(new KeyboardEvent('keydown',{key:'s',ctrlKey:true,cancelable:true}))})},true)})()`
