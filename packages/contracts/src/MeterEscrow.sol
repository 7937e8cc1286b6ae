// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IReceiveWithAuthorization} from "./IReceiveWithAuthorization.sol";
import {MeterMath} from "./MeterMath.sol";
import {MeterTerms} from "./MeterTerms.sol";

/// @title MeterEscrow
/// @notice Holds a payer's deposit and lets an operator charge it by the second: never above rate × time since opening,
/// never above the signed maximum, never after the payer's stop, and only to the signed merchant and fee recipient. What
/// is not charged goes back to the payer.
/// @dev No owner, no upgrade, no admin, no constructor arguments, no immutables: the same code at the same address on every
/// chain. A meter is one storage slot. Times are unix seconds, amounts are base units of the meter's token.
contract MeterEscrow {
    using MeterMath for MeterTerms;
    using SafeERC20 for IERC20;

    /// @notice Where a meter is in its life. It only ever moves forward, and an ended meter never opens again.
    enum MeterStatus {
        Unknown,
        Open,
        Closed,
        Reclaimed
    }

    /// @notice What is stored of a meter; all else follows from its terms.
    struct Meter {
        MeterStatus status;
        /// @dev When it opened.
        uint40 openedAt;
        /// @dev When the payer stopped it; zero if they did not.
        uint40 stoppedAt;
        /// @dev Seconds charged so far, cumulative.
        uint32 billedSeconds;
    }

    /// @dev What consecutive items of a batch owe to the same recipients, paid in one pair of transfers.
    struct Payout {
        address token;
        address merchant;
        address feeRecipient;
        uint256 gross;
        uint256 fee;
    }

    uint256 private constant MAX_FEE_BPS = 1_000;
    uint256 private constant MAX_SECONDS = 30 days;
    uint256 private constant MAX_STOP_GRACE = 7 days;
    uint256 private constant MAX_OPEN_BY_AHEAD = 1 days;
    uint256 private constant MAX_EXPIRY_AFTER_MAXIMUM = 60 days;
    uint256 private constant MAX_DEPOSIT = type(uint96).max;

    string private constant DOMAIN_NAME = "MeterEscrow";
    string private constant DOMAIN_VERSION = "1";
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant TERMS_TYPEHASH = keccak256(
        "MeterTerms(address payer,address merchant,address operator,address token,address feeRecipient,uint16 feeBps,uint128 ratePerSecond,uint32 maxSeconds,uint32 stopGrace,uint40 openBy,uint40 expiry,bytes32 salt)"
    );
    bytes32 private constant STOP_TYPEHASH = keccak256("Stop(bytes32 meter)");

    mapping(bytes32 id => Meter) private _meters;

    /// @notice What the escrow owes an account whose transfer failed, in base units; `withdrawCredit` pays it.
    mapping(address token => mapping(address account => uint256 amount)) public credit;

    bool private transient _entered;

    /// @notice A meter opened and its deposit arrived. With these terms the payer can stop and reclaim on their own.
    event Opened(bytes32 indexed id, address indexed payer, address indexed merchant, MeterTerms terms);

    /// @notice Seconds after `fromSecond`, up to and with `toSecond`, were charged: `gross`, of which `fee` went to the fee
    /// recipient and the rest to the merchant. One event is one invoice.
    event Settled(bytes32 indexed id, uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee);

    /// @notice The operator ended the meter. `settled` is what was charged over its whole life, `refund` what went back.
    event Closed(bytes32 indexed id, uint32 billedSeconds, uint256 settled, uint256 refund);

    /// @notice The payer stopped the meter: no second after `stoppedAt` can be charged.
    event Stopped(bytes32 indexed id, uint40 stoppedAt);

    /// @notice Somebody ended the meter for the payer. `settled` is what was charged, `refund` what went back.
    event Reclaimed(bytes32 indexed id, uint32 billedSeconds, uint256 settled, uint256 refund);

    /// @notice A transfer to `account` failed though the token works, so the escrow owes it. Counts as paid or refunded.
    event Credited(address indexed token, address indexed account, uint256 amount);

    /// @notice What was owed to `account` was paid.
    event CreditWithdrawn(address indexed token, address indexed account, uint256 amount);

    /// @notice Item `index` of a batch was left out; `reason` is the selector of the error it would have raised alone.
    event Skipped(bytes32 indexed id, uint256 index, bytes4 reason);

    /// @notice Only the terms' operator may do this.
    error NotOperator(address caller, address operator);

    /// @notice Only the terms' payer may do this.
    error NotPayer(address caller, address payer);

    /// @notice A party of the terms is zero, the escrow or the token.
    error PartyInvalid(address party);

    /// @notice The fee is above the most allowed, in basis points.
    error FeeTooHigh(uint256 feeBps, uint256 maximum);

    /// @notice The maximum seconds are zero or above the most allowed.
    error MaxSecondsOutOfRange(uint256 maxSeconds, uint256 maximum);

    /// @notice The grace after a stop is above the most allowed, in seconds.
    error StopGraceTooLong(uint256 stopGrace, uint256 maximum);

    /// @notice The expiry is outside what `openBy` and `maxSeconds` allow, in unix seconds.
    error ExpiryOutOfRange(uint256 expiry, uint256 earliest, uint256 latest);

    /// @notice It is too late to open.
    error OpenByPassed(uint256 timestamp, uint256 openBy);

    /// @notice The terms may be opened for longer ahead than allowed.
    error OpenByTooFarAhead(uint256 openBy, uint256 latest);

    /// @notice The deposit is above the most allowed, in base units.
    error DepositTooLarge(uint256 deposit, uint256 maximum);

    /// @notice The token moved something other than the deposit.
    error DepositNotReceived(uint256 balance, uint256 expected);

    /// @notice These terms have opened a meter before.
    error AlreadyOpened(bytes32 id);

    /// @notice The meter never opened, or has ended.
    error NotOpen(bytes32 id, MeterStatus status);

    /// @notice The payer stopped the meter before.
    error AlreadyStopped(bytes32 id, uint256 stoppedAt);

    /// @notice The signature is not the payer's over this meter's stop.
    error StopSignatureInvalid(bytes32 id, address payer);

    /// @notice Neither expiry nor the grace after a stop has been reached.
    error ReclaimTooEarly(uint256 timestamp, uint256 reclaimableAt);

    /// @notice The token refuses this transfer; for a settlement or a refund, it refuses any.
    error TransferFailed(address token, address to, uint256 amount);

    /// @notice Nothing is owed to the account in this token.
    error NoCredit(address token, address account);

    /// @notice A batch needs as many seconds as terms.
    error LengthMismatch(uint256 terms, uint256 toSeconds);

    /// @notice The escrow was called from within one of its own calls.
    error Reentered();

    modifier nonReentrant() {
        require(!_entered, Reentered());
        _entered = true;
        _;
        _entered = false;
    }

    modifier onlyOperator(MeterTerms calldata terms) {
        require(msg.sender == terms.operator, NotOperator(msg.sender, terms.operator));
        _;
    }

    /// @notice Opens a meter and pulls its deposit; the meter's time starts with this block. Operator only.
    /// @dev The authorisation's nonce is the digest of the terms, so one signature opens one meter, once. A zero rate
    /// takes no deposit but uses the signature all the same.
    /// @param terms What the payer agreed to; see `MeterTerms` for the bounds.
    /// @param signature The payer's, over the token's `ReceiveWithAuthorization` from payer to this escrow: value
    /// `deposit(terms)`, validAfter 0, validBefore `openBy`, nonce `getId(terms)`.
    /// @return id The meter's id.
    function open(MeterTerms calldata terms, bytes calldata signature)
        external
        nonReentrant
        onlyOperator(terms)
        returns (bytes32 id)
    {
        uint256 amount = _checkTerms(terms);
        id = getId(terms);
        require(_meters[id].status == MeterStatus.Unknown, AlreadyOpened(id));
        _meters[id] = Meter(MeterStatus.Open, uint40(block.timestamp), 0, 0);
        emit Opened(id, terms.payer, terms.merchant, terms);

        uint256 expected = IERC20(terms.token).balanceOf(address(this)) + amount;
        IReceiveWithAuthorization(terms.token)
            .receiveWithAuthorization(terms.payer, address(this), amount, 0, terms.openBy, id, signature);
        uint256 balance = IERC20(terms.token).balanceOf(address(this));
        require(balance == expected, DepositNotReceived(balance, expected));
    }

    /// @notice Charges the meter up to a second of its life and pays merchant and fee recipient. Operator only.
    /// @dev Cumulative, so that repeating it is harmless. Clamps to what may be charged now; when that moves nothing, or
    /// the meter has ended, it succeeds and emits nothing.
    /// @param terms The meter's terms.
    /// @param toSecond Seconds to be charged in all, from the start of the meter's life.
    /// @return gross What was charged by this call.
    /// @return fee The fee recipient's part of it.
    function settle(MeterTerms calldata terms, uint32 toSecond)
        external
        nonReentrant
        onlyOperator(terms)
        returns (uint256 gross, uint256 fee)
    {
        bytes32 id = getId(terms);
        Meter memory meter = _meters[id];
        require(meter.status != MeterStatus.Unknown, NotOpen(id, meter.status));
        (gross, fee) = _settle(id, meter, terms, toSecond);
        _payOut(Payout(terms.token, terms.merchant, terms.feeRecipient, gross, fee));
    }

    /// @notice Settles many meters; neighbours with the same token, merchant and fee recipient share their transfers.
    /// @dev An item that `settle` would refuse is skipped and reported. A token that does not work at all reverts the batch.
    /// @param terms The meters' terms, best sorted by merchant.
    /// @param toSeconds For each, what `settle` takes.
    function settleBatch(MeterTerms[] calldata terms, uint32[] calldata toSeconds) external nonReentrant {
        require(terms.length == toSeconds.length, LengthMismatch(terms.length, toSeconds.length));
        bytes32 domain = _domainSeparator();
        Payout memory due;
        for (uint256 i = 0; i < terms.length; i++) {
            MeterTerms calldata item = terms[i];
            bytes32 id = _digest(domain, _hashTerms(item));
            Meter memory meter = _meters[id];
            if (_skips(id, i, meter.status, item.operator)) continue;
            (uint256 gross, uint256 fee) = _settle(id, meter, item, toSeconds[i]);
            due = _add(due, item, gross, fee);
        }
        _payOut(due);
    }

    /// @notice Charges the meter for the last time, refunds the rest to the payer and ends it for good. Operator only.
    /// @dev Clamps as `settle` does. On a meter that has ended it succeeds and emits nothing.
    /// @param terms The meter's terms.
    /// @param toSecond Seconds to be charged in all; below what is billed already means nothing more.
    /// @return gross What was charged by this call.
    /// @return fee The fee recipient's part of it.
    /// @return refund What went back to the payer.
    function close(MeterTerms calldata terms, uint32 toSecond)
        external
        nonReentrant
        onlyOperator(terms)
        returns (uint256 gross, uint256 fee, uint256 refund)
    {
        bytes32 id = getId(terms);
        Meter memory meter = _meters[id];
        require(meter.status != MeterStatus.Unknown, NotOpen(id, meter.status));
        (gross, fee, refund) = _close(id, meter, terms, toSecond);
        _payOut(Payout(terms.token, terms.merchant, terms.feeRecipient, gross, fee));
        _push(terms.token, terms.payer, refund);
    }

    /// @notice Closes many meters, as `settleBatch` settles them.
    /// @param terms The meters' terms, best sorted by merchant.
    /// @param toSeconds For each, what `close` takes.
    function closeBatch(MeterTerms[] calldata terms, uint32[] calldata toSeconds) external nonReentrant {
        require(terms.length == toSeconds.length, LengthMismatch(terms.length, toSeconds.length));
        bytes32 domain = _domainSeparator();
        Payout memory due;
        for (uint256 i = 0; i < terms.length; i++) {
            MeterTerms calldata item = terms[i];
            bytes32 id = _digest(domain, _hashTerms(item));
            Meter memory meter = _meters[id];
            if (_skips(id, i, meter.status, item.operator)) continue;
            (uint256 gross, uint256 fee, uint256 refund) = _close(id, meter, item, toSeconds[i]);
            due = _add(due, item, gross, fee);
            _push(item.token, item.payer, refund);
        }
        _payOut(due);
    }

    /// @notice Stops the meter at this block's time, once. Payer only. Seconds before it can still be charged until
    /// somebody reclaims, which anyone may do `stopGrace` seconds later.
    /// @param terms The meter's terms; the `Opened` event carries them.
    function stop(MeterTerms calldata terms) external nonReentrant {
        require(msg.sender == terms.payer, NotPayer(msg.sender, terms.payer));
        _stop(getId(terms));
    }

    /// @notice Stops the meter as `stop` does, sent by anyone with the payer's signature, so that stopping costs no gas.
    /// @param terms The meter's terms.
    /// @param signature The payer's over `getStopDigest(id)`: ECDSA as r, s, v, or what their ERC-1271 wallet accepts.
    function stopBySig(MeterTerms calldata terms, bytes calldata signature) external nonReentrant {
        bytes32 id = getId(terms);
        require(_isSignedBy(terms.payer, getStopDigest(id), signature), StopSignatureInvalid(id, terms.payer));
        _stop(id);
    }

    /// @notice Returns to the payer what was not charged and ends the meter for good. Anyone may call it, from `expiry`
    /// on, or from `stopGrace` seconds after the payer's stop.
    /// @param terms The meter's terms.
    /// @return refund What went back to the payer.
    function reclaim(MeterTerms calldata terms) external nonReentrant returns (uint256 refund) {
        bytes32 id = getId(terms);
        Meter memory meter = _meters[id];
        require(meter.status == MeterStatus.Open, NotOpen(id, meter.status));
        uint256 reclaimableAt = terms.expiry;
        if (meter.stoppedAt != 0) reclaimableAt = _min(reclaimableAt, uint256(meter.stoppedAt) + terms.stopGrace);
        require(block.timestamp >= reclaimableAt, ReclaimTooEarly(block.timestamp, reclaimableAt));

        uint256 settled = terms.gross(meter.billedSeconds);
        refund = terms.deposit() - settled;
        _meters[id].status = MeterStatus.Reclaimed;
        emit Reclaimed(id, meter.billedSeconds, settled, refund);
        _push(terms.token, terms.payer, refund);
    }

    /// @notice Pays an account what a failed transfer left it. Anyone may call it; it pays only that account.
    /// @param token The token owed.
    /// @param account Who is owed.
    /// @return amount What was paid.
    function withdrawCredit(address token, address account) external nonReentrant returns (uint256 amount) {
        amount = credit[token][account];
        require(amount != 0, NoCredit(token, account));
        credit[token][account] = 0;
        emit CreditWithdrawn(token, account, amount);
        require(IERC20(token).trySafeTransfer(account, amount), TransferFailed(token, account, amount));
    }

    /// @notice What is stored of a meter; all zero for one that never opened.
    /// @param id The meter's id.
    function state(bytes32 id) external view returns (Meter memory) {
        return _meters[id];
    }

    /// @notice What the payer deposits for these terms, in base units: rate × maximum seconds, rounded up.
    /// @param terms Any terms.
    function deposit(MeterTerms calldata terms) external pure returns (uint256) {
        return terms.deposit();
    }

    /// @notice What `second` seconds cost in all under these terms, in base units.
    /// @param terms Any terms.
    /// @param second Seconds of the meter's life, not clamped.
    /// @return gross The cost, rounded down.
    /// @return fee The fee's part of it, rounded down.
    function accruedAt(MeterTerms calldata terms, uint32 second) external pure returns (uint256 gross, uint256 fee) {
        return terms.between(0, second);
    }

    /// @notice The most that may be charged over the meter's life if it ended now, what is billed already included.
    /// @param terms The meter's terms.
    /// @return second The seconds that makes; for a meter that has ended, those it was billed.
    /// @return gross Their cost in base units, rounded down.
    /// @return fee The fee's part of it, rounded down.
    function accrued(MeterTerms calldata terms) external view returns (uint32 second, uint256 gross, uint256 fee) {
        second = _chargeableSeconds(_meters[getId(terms)], terms);
        (gross, fee) = terms.between(0, second);
    }

    /// @notice What a settlement could charge now on top of what is billed already.
    /// @param terms The meter's terms.
    /// @return fromSecond Seconds billed already.
    /// @return toSecond The most a settlement could reach now.
    /// @return gross What it would charge, in base units.
    /// @return fee The fee's part of it.
    function claimable(MeterTerms calldata terms)
        external
        view
        returns (uint32 fromSecond, uint32 toSecond, uint256 gross, uint256 fee)
    {
        Meter memory meter = _meters[getId(terms)];
        fromSecond = meter.billedSeconds;
        toSecond = _chargeableSeconds(meter, terms);
        (gross, fee) = terms.between(fromSecond, toSecond);
    }

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
        )
    {
        return (0x0f, DOMAIN_NAME, DOMAIN_VERSION, block.chainid, address(this), 0, new uint256[](0));
    }

    /// @notice The meter's id: the EIP-712 digest of its terms in this escrow's domain.
    /// @param terms Any terms.
    function getId(MeterTerms calldata terms) public view returns (bytes32) {
        return _digest(_domainSeparator(), _hashTerms(terms));
    }

    /// @notice What the payer signs for `stopBySig`: the EIP-712 digest of `Stop(bytes32 meter)` in this escrow's domain.
    /// @param id The meter's id.
    function getStopDigest(bytes32 id) public view returns (bytes32) {
        return _digest(_domainSeparator(), keccak256(abi.encode(STOP_TYPEHASH, id)));
    }

    function _settle(bytes32 id, Meter memory meter, MeterTerms calldata terms, uint32 toSecond)
        private
        returns (uint256 gross, uint256 fee)
    {
        uint32 billedBefore = meter.billedSeconds;
        (gross, fee) = _bill(id, meter, terms, toSecond);
        if (meter.billedSeconds != billedBefore) _meters[id].billedSeconds = meter.billedSeconds;
    }

    function _close(bytes32 id, Meter memory meter, MeterTerms calldata terms, uint32 toSecond)
        private
        returns (uint256 gross, uint256 fee, uint256 refund)
    {
        if (meter.status != MeterStatus.Open) return (0, 0, 0);
        (gross, fee) = _bill(id, meter, terms, toSecond);
        uint256 settled = terms.gross(meter.billedSeconds);
        refund = terms.deposit() - settled;
        Meter storage stored = _meters[id];
        stored.status = MeterStatus.Closed;
        stored.billedSeconds = meter.billedSeconds;
        emit Closed(id, meter.billedSeconds, settled, refund);
    }

    /// @dev Moves `meter.billedSeconds` in memory; the caller stores it. An ended meter has nothing left to charge.
    function _bill(bytes32 id, Meter memory meter, MeterTerms calldata terms, uint32 toSecond)
        private
        returns (uint256 gross, uint256 fee)
    {
        uint32 fromSecond = meter.billedSeconds;
        toSecond = uint32(_min(toSecond, _chargeableSeconds(meter, terms)));
        if (toSecond <= fromSecond) return (0, 0);
        meter.billedSeconds = toSecond;
        (gross, fee) = terms.between(fromSecond, toSecond);
        emit Settled(id, fromSecond, toSecond, gross, fee);
    }

    function _stop(bytes32 id) private {
        Meter memory meter = _meters[id];
        require(meter.status == MeterStatus.Open, NotOpen(id, meter.status));
        require(meter.stoppedAt == 0, AlreadyStopped(id, meter.stoppedAt));
        _meters[id].stoppedAt = uint40(block.timestamp);
        emit Stopped(id, uint40(block.timestamp));
    }

    /// @dev True, and reported, if the item would have reverted alone.
    function _skips(bytes32 id, uint256 index, MeterStatus status, address operator) private returns (bool) {
        bytes4 reason;
        if (msg.sender != operator) reason = NotOperator.selector;
        else if (status == MeterStatus.Unknown) reason = NotOpen.selector;
        else return false;
        emit Skipped(id, index, reason);
        return true;
    }

    /// @dev Adds an item to what its recipients are due; when the recipients change, pays the ones before.
    function _add(Payout memory due, MeterTerms calldata terms, uint256 gross, uint256 fee)
        private
        returns (Payout memory)
    {
        if (due.merchant != terms.merchant || due.token != terms.token || due.feeRecipient != terms.feeRecipient) {
            _payOut(due);
            return Payout(terms.token, terms.merchant, terms.feeRecipient, gross, fee);
        }
        due.gross += gross;
        due.fee += fee;
        return due;
    }

    function _payOut(Payout memory due) private {
        _push(due.token, due.merchant, due.gross - due.fee);
        _push(due.token, due.feeRecipient, due.fee);
    }

    /// @dev Pays `to`, or owes it the amount if the token works but will not pay `to`. A token that fails even for a zero
    /// transfer to ourselves (paused, escrow frozen, gas short) reverts the call, to be tried again.
    function _push(address token, address to, uint256 amount) private {
        if (amount == 0 || IERC20(token).trySafeTransfer(to, amount)) return;
        require(IERC20(token).trySafeTransfer(address(this), 0), TransferFailed(token, to, amount));
        credit[token][to] += amount;
        emit Credited(token, to, amount);
    }

    /// @dev min(maxSeconds, min(now, stoppedAt, expiry) − openedAt); for a meter that is not open, what it was billed. The
    /// expiry needs no term of its own: it is at least `openBy` + `maxSeconds`, and the meter opened before `openBy`.
    function _chargeableSeconds(Meter memory meter, MeterTerms calldata terms) private view returns (uint32) {
        if (meter.status != MeterStatus.Open) return meter.billedSeconds;
        uint256 end = meter.stoppedAt == 0 ? block.timestamp : meter.stoppedAt;
        return uint32(_min(terms.maxSeconds, end - meter.openedAt));
    }

    function _checkTerms(MeterTerms calldata terms) private view returns (uint256 amount) {
        _checkParty(terms.payer, terms.token);
        _checkParty(terms.merchant, terms.token);
        _checkParty(terms.operator, terms.token);
        _checkParty(terms.feeRecipient, terms.token);
        require(terms.feeBps <= MAX_FEE_BPS, FeeTooHigh(terms.feeBps, MAX_FEE_BPS));
        require(
            terms.maxSeconds != 0 && terms.maxSeconds <= MAX_SECONDS,
            MaxSecondsOutOfRange(terms.maxSeconds, MAX_SECONDS)
        );
        require(terms.stopGrace <= MAX_STOP_GRACE, StopGraceTooLong(terms.stopGrace, MAX_STOP_GRACE));
        uint256 earliest = uint256(terms.openBy) + terms.maxSeconds;
        uint256 latest = earliest + MAX_EXPIRY_AFTER_MAXIMUM;
        require(terms.expiry >= earliest && terms.expiry <= latest, ExpiryOutOfRange(terms.expiry, earliest, latest));
        require(block.timestamp < terms.openBy, OpenByPassed(block.timestamp, terms.openBy));
        uint256 latestOpenBy = block.timestamp + MAX_OPEN_BY_AHEAD;
        require(terms.openBy <= latestOpenBy, OpenByTooFarAhead(terms.openBy, latestOpenBy));
        amount = terms.deposit();
        require(amount <= MAX_DEPOSIT, DepositTooLarge(amount, MAX_DEPOSIT));
    }

    function _checkParty(address party, address token) private view {
        require(party != address(0) && party != address(this) && party != token, PartyInvalid(party));
    }

    /// @dev ECDSA first, as AUSD does: an EIP-7702 account has code, yet its own key still signs for it.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }

    /// @dev Every field is one word, so the struct in calldata is EIP-712's `encodeData` as it stands. Copied in one piece:
    /// `keccak256(abi.encode(TERMS_TYPEHASH, terms))` gives the same for 1,070 gas more a meter, 7 % of a batched settlement,
    /// because it checks and moves each field on its own. Without those checks a word too wide for its field has an id of its
    /// own, which no meter has: `open` reads every field through its check.
    function _hashTerms(MeterTerms calldata terms) private pure returns (bytes32 structHash) {
        bytes32 typehash = TERMS_TYPEHASH;
        assembly ("memory-safe") {
            let encoded := mload(0x40)
            mstore(encoded, typehash)
            calldatacopy(add(encoded, 0x20), terms, 0x180)
            structHash := keccak256(encoded, 0x1a0)
        }
    }

    /// @dev Computed each time: no immutables, so that code and address are the same on every chain.
    function _domainSeparator() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(DOMAIN_NAME)),
                keccak256(bytes(DOMAIN_VERSION)),
                block.chainid,
                address(this)
            )
        );
    }

    function _digest(bytes32 domain, bytes32 structHash) private pure returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(domain, structHash);
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
