// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Meter, MeterStatus} from "./Meter.sol";
import {MeterTerms} from "./MeterTerms.sol";

/// @title IMeterEscrow
/// @notice Holds a payer's deposit and lets an operator charge it by the second. A charge never exceeds rate × time
/// since opening or the signed maximum, and never covers time after the payer's stop. Only the signed merchant and fee
/// recipient receive it. The rest of the deposit is refunded to the payer.
/// @dev Times are unix seconds, amounts are base units of the meter's token. Each part is in the order of the alphabet.
interface IMeterEscrow {
    // ---------------------------------------------------------------- Events

    /// @notice The operator ended the meter.
    /// @param id The meter's id.
    /// @param billedSeconds Seconds charged over its whole life.
    /// @param settled Amount charged over its whole life.
    /// @param refund Amount refunded to the payer.
    event Closed(bytes32 indexed id, uint32 billedSeconds, uint256 settled, uint256 refund);

    /// @notice A transfer to `account` failed though the token works, so the escrow owes it. Counts as paid or refunded.
    /// @param token The token owed.
    /// @param account The account that is owed.
    /// @param amount How much more is owed than before.
    event Credited(address indexed token, address indexed account, uint256 amount);

    /// @notice The amount owed to `account` was paid.
    /// @param token The token that was owed.
    /// @param account The account that was paid.
    /// @param amount All that was owed.
    event CreditWithdrawn(address indexed token, address indexed account, uint256 amount);

    /// @notice A meter opened and its deposit arrived. With these terms the payer can stop and reclaim on their own.
    /// @param id The meter's id.
    /// @param payer The terms' payer.
    /// @param merchant The terms' merchant.
    /// @param terms The terms that the payer signed.
    event Opened(bytes32 indexed id, address indexed payer, address indexed merchant, MeterTerms terms);

    /// @notice An account ended the meter for the payer.
    /// @param id The meter's id.
    /// @param billedSeconds Seconds charged over its whole life.
    /// @param settled Amount charged over its whole life.
    /// @param refund Amount refunded to the payer.
    event Reclaimed(bytes32 indexed id, uint32 billedSeconds, uint256 settled, uint256 refund);

    /// @notice Seconds were charged, by the operator or by the operator's statement.
    /// @param id The meter's id.
    /// @param fromSecond Seconds after this one were charged.
    /// @param toSecond Up to and with this one.
    /// @param gross Amount charged.
    /// @param fee The part of it that went to the fee recipient. The rest went to the merchant.
    event Settled(bytes32 indexed id, uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee);

    /// @notice An item of a batch was left out.
    /// @param id The id of the item's terms.
    /// @param index Where the item was in the batch.
    /// @param reason The selector of the error that it would have raised alone. From `openBatch` it can be any value:
    /// the first four bytes of the response of the token or of the payer's wallet. Believe `state`, not this.
    event Skipped(bytes32 indexed id, uint256 index, bytes4 reason);

    /// @notice The payer stopped the meter: no second after `stoppedAt` can be charged.
    /// @param id The meter's id.
    /// @param stoppedAt The block's time.
    event Stopped(bytes32 indexed id, uint40 stoppedAt);

    // ---------------------------------------------------------------- Errors

    /// @notice These terms have opened a meter before.
    error AlreadyOpened(bytes32 id);

    /// @notice The payer stopped the meter before.
    error AlreadyStopped(bytes32 id, uint256 stoppedAt);

    /// @notice The token moved something other than the deposit.
    error DepositNotReceived(uint256 balance, uint256 expected);

    /// @notice The deposit is above the most allowed, in base units.
    error DepositTooLarge(uint256 deposit, uint256 maximum);

    /// @notice The expiry is outside the bounds that follow from `openBy` and `maxSeconds`, in unix seconds.
    error ExpiryOutOfRange(uint256 expiry, uint256 earliest, uint256 latest);

    /// @notice The fee is above the most allowed, in basis points.
    error FeeTooHigh(uint256 feeBps, uint256 maximum);

    /// @notice A batch needs as many seconds, or signatures, as terms.
    error LengthMismatch(uint256 terms, uint256 others);

    /// @notice The maximum seconds are below the least or above the most allowed.
    error MaxSecondsOutOfRange(uint256 maxSeconds, uint256 minimum, uint256 maximum);

    /// @notice The escrow owes the account nothing in this token.
    error NoCredit(address token, address account);

    /// @notice The rest of the batch's gas cannot pay the share of its next item.
    error NotEnoughGas(uint256 index, uint256 available, uint256 gasPerItem);

    /// @notice The meter never opened, or has ended.
    error NotOpen(bytes32 id, MeterStatus status);

    /// @notice Only the terms' operator may do this.
    error NotOperator(address caller, address operator);

    /// @notice Only the terms' payer may do this.
    error NotPayer(address caller, address payer);

    /// @notice Only the escrow itself may do this, within `openBatch`.
    error NotSelf(address caller);

    /// @notice It is too late to open.
    error OpenByPassed(uint256 timestamp, uint256 openBy);

    /// @notice The terms may be opened for longer ahead than allowed.
    error OpenByTooFarAhead(uint256 openBy, uint256 latest);

    /// @notice A party of the terms is zero, the escrow or the token.
    error PartyInvalid(address party);

    /// @notice The reclaim is before the expiry and before the end of the grace after a stop.
    error ReclaimTooEarly(uint256 timestamp, uint256 reclaimableAt);

    /// @notice The escrow was called from within one of its own calls.
    error Reentered(address caller);

    /// @notice The signature is not the operator's over this many seconds of this meter.
    error StatementSignatureInvalid(bytes32 id, uint256 toSecond, address operator);

    /// @notice The grace after a stop is above the most allowed, in seconds.
    error StopGraceTooLong(uint256 stopGrace, uint256 maximum);

    /// @notice The signature is not the payer's over this meter's stop.
    error StopSignatureInvalid(bytes32 id, address payer);

    /// @notice The token refuses this transfer, or any transfer at all for a settlement or a refund.
    error TransferFailed(address token, address to, uint256 amount);

    // ---------------------------------------------------------------- Read-only functions

    /// @notice The most that may be charged over the meter's life if it ended now, including the billed amount.
    /// @param terms The meter's terms.
    /// @return second The seconds for that amount. For a meter that has ended, its billed seconds.
    /// @return gross Their cost in base units, rounded down.
    /// @return fee The fee's part of it, rounded down.
    function accrued(MeterTerms calldata terms) external view returns (uint32 second, uint256 gross, uint256 fee);

    /// @notice The total cost of `second` seconds under these terms, in base units.
    /// @param terms Any terms.
    /// @param second Seconds of the meter's life, not clamped.
    /// @return gross The cost, rounded down.
    /// @return fee The fee's part of it, rounded down.
    function accruedAt(MeterTerms calldata terms, uint32 second) external pure returns (uint256 gross, uint256 fee);

    /// @notice The amount that a settlement could charge now on top of the billed amount.
    /// @param terms The meter's terms.
    /// @return fromSecond Seconds billed already.
    /// @return toSecond The most a settlement could reach now.
    /// @return gross The amount of that charge, in base units.
    /// @return fee The fee's part of it.
    function claimable(MeterTerms calldata terms)
        external
        view
        returns (uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee);

    /// @notice The amount that the escrow owes an account whose transfer failed, in base units. `withdrawCredit` pays
    /// it.
    /// @param token The token owed.
    /// @param account The account that is owed.
    /// @return amount How much.
    function credit(address token, address account) external view returns (uint256 amount);

    /// @notice The payer's deposit for these terms, in base units: rate × maximum seconds, rounded up.
    /// @param terms Any terms.
    /// @return amount The deposit.
    function deposit(MeterTerms calldata terms) external pure returns (uint256 amount);

    /// @notice The escrow's EIP-712 domain, as ERC-5267 has it.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        );

    /// @notice The meter's id: the EIP-712 digest of its terms in this escrow's domain.
    /// @param terms Any terms.
    /// @return id The id.
    function getId(MeterTerms calldata terms) external view returns (bytes32 id);

    /// @notice The digest that the operator signs for `settleBySig`: the EIP-712 digest of `Statement(bytes32
    /// meter,uint32 toSecond)` in this escrow's domain.
    /// @param id The meter's id.
    /// @param toSecond Seconds to be charged in all, from the start of the meter's life.
    /// @return digest The digest.
    function getStatementDigest(bytes32 id, uint32 toSecond) external view returns (bytes32 digest);

    /// @notice The digest that the payer signs for `stopBySig`: the EIP-712 digest of `Stop(bytes32 meter)` in this
    /// escrow's domain.
    /// @param id The meter's id.
    /// @return digest The digest.
    function getStopDigest(bytes32 id) external view returns (bytes32 digest);

    /// @notice The stored state of a meter. All fields are zero for a meter that never opened.
    /// @param id The meter's id.
    /// @return meter Its state.
    function state(bytes32 id) external view returns (Meter memory meter);

    // ---------------------------------------------------------------- State-changing functions

    /// @notice Charges the meter for the last time, refunds the rest to the payer and ends it for good. Operator only.
    /// @dev Clamps as `settle` does. On a meter that has ended it succeeds and emits nothing.
    /// @param terms The meter's terms.
    /// @param toSecond Seconds to be charged in all. A value below the billed seconds charges no more.
    /// @return gross Amount charged by this call.
    /// @return fee The fee recipient's part of it.
    /// @return refund Amount refunded to the payer.
    function close(MeterTerms calldata terms, uint32 toSecond)
        external
        returns (uint256 gross, uint256 fee, uint256 refund);

    /// @notice Closes many meters, as `settleBatch` settles them.
    /// @param terms The meters' terms, best sorted by merchant.
    /// @param toSeconds For each, the `toSecond` of `close`.
    function closeBatch(MeterTerms[] calldata terms, uint32[] calldata toSeconds) external;

    /// @notice Opens a meter and pulls its deposit. The meter's time starts with this block. Operator only.
    /// @dev The authorisation's nonce is the digest of the terms, so one signature opens one meter, once. A zero rate
    /// takes no deposit but uses the signature all the same.
    /// @param terms The terms that the payer signed. See `MeterTerms` for the bounds.
    /// @param signature The payer's, over the token's `ReceiveWithAuthorization` from payer to this escrow: value
    /// `deposit(terms)`, validAfter 0, validBefore `openBy`, nonce `getId(terms)`.
    /// @return id The meter's id.
    function open(MeterTerms calldata terms, bytes calldata signature) external returns (bytes32 id);

    /// @notice Opens many meters. An item that `open` would refuse, or that needs more gas than its share, is left out and
    /// reported (`Skipped`), and the others open all the same.
    /// @dev Each item has exactly the same gas, so that its outcome does not depend on the transaction's limit. If the
    /// remaining gas cannot pay the next share, the whole batch reverts. Payers that are contracts run code on that gas.
    /// @param terms The terms that the payers signed.
    /// @param signatures For each, the `signature` of `open`.
    /// @param gasPerItem The gas that one opening may use.
    function openBatch(MeterTerms[] calldata terms, bytes[] calldata signatures, uint256 gasPerItem) external;

    /// @notice One item of `openBatch`. Only the escrow itself may call it.
    /// @dev A call of its own, so that a failure undoes all its effects.
    /// @param caller The caller of `openBatch`, which must be the terms' operator.
    /// @param terms The `terms` of `open`.
    /// @param signature The `signature` of `open`.
    function openItem(address caller, MeterTerms calldata terms, bytes calldata signature) external;

    /// @notice Refunds the uncharged deposit to the payer and ends the meter for good. Any account may call it, from
    /// `expiry` on, or from `stopGrace` seconds after the payer's stop.
    /// @param terms The meter's terms.
    /// @return refund Amount refunded to the payer.
    function reclaim(MeterTerms calldata terms) external returns (uint256 refund);

    /// @notice Charges the meter up to a second of its life and pays merchant and fee recipient. Operator only.
    /// @dev Cumulative, so that repeating it is harmless. Clamps to the seconds that may be charged now. When that moves
    /// no amount, or the meter has ended, it succeeds and emits nothing.
    /// @param terms The meter's terms.
    /// @param toSecond Seconds to be charged in all, from the start of the meter's life.
    /// @return gross Amount charged by this call.
    /// @return fee The fee recipient's part of it.
    function settle(MeterTerms calldata terms, uint32 toSecond) external returns (uint256 gross, uint256 fee);

    /// @notice Settles many meters. Neighbours with the same token, merchant and fee recipient share their transfers.
    /// @dev An item that `settle` would refuse is skipped and reported. A token that does not work at all reverts the batch.
    /// @param terms The meters' terms, best sorted by merchant.
    /// @param toSeconds For each, the `toSecond` of `settle`.
    function settleBatch(MeterTerms[] calldata terms, uint32[] calldata toSeconds) external;

    /// @notice Settles as `settle` does, from any account with the operator's statement. A merchant who holds a
    /// statement can therefore collect the payment without the service.
    /// @dev Statements are cumulative and have no deadline: each covers all before it, and until the meter ends the
    /// highest one counts. A contract operator (ERC-1271) that changes its keys voids the statements it has made.
    /// @param terms The meter's terms.
    /// @param toSecond Seconds to be charged in all, as stated.
    /// @param signature The operator's over `getStatementDigest(id, toSecond)`: ECDSA as r, s, v, or a signature that
    /// its ERC-1271 wallet accepts.
    /// @return gross Amount charged by this call.
    /// @return fee The fee recipient's part of it.
    function settleBySig(MeterTerms calldata terms, uint32 toSecond, bytes calldata signature)
        external
        returns (uint256 gross, uint256 fee);

    /// @notice Stops the meter at this block's time, once. Payer only. Seconds before it can still be charged until a
    /// reclaim, which any account may call `stopGrace` seconds later.
    /// @param terms The meter's terms, from the `Opened` event.
    function stop(MeterTerms calldata terms) external;

    /// @notice Stops the meter as `stop` does, from any account with the payer's signature, so that stopping costs the
    /// payer no gas.
    /// @param terms The meter's terms.
    /// @param signature The payer's over `getStopDigest(id)`: ECDSA as r, s, v, or a signature that their ERC-1271
    /// wallet accepts.
    function stopBySig(MeterTerms calldata terms, bytes calldata signature) external;

    /// @notice Pays an account the amount of its failed transfers. Any account may call it. It pays only the named
    /// account.
    /// @param token The token owed.
    /// @param account The account that is owed.
    /// @return amount Amount paid.
    function withdrawCredit(address token, address account) external returns (uint256 amount);
}
