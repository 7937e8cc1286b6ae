// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {Test} from "../base/Test.sol";

/// @notice Drives an escrow at random, in any order and with hostile arguments, and keeps its own model of what each meter
/// may cost: opening and stop instants, seconds and amounts, computed apart from the contract.
contract EscrowHandler is Test {
    uint256 public constant METERS = 6;
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    struct Ghost {
        bool opened;
        bool ended;
        uint256 openedAt;
        uint256 stoppedAt;
        uint256 deposit;
        uint256 billedSeconds;
        uint256 gross;
        uint256 fee;
    }

    MeterEscrow public immutable escrow;
    TestAusd public immutable token;
    address public immutable operator = address(0x09E4A7);
    address[2] public merchants = [address(0x3E3C4A), address(0x3E3C4B)];
    address public immutable feeRecipient = address(0xFEE);
    uint256[2] private _keys = [0xA11CE, 0xB0B];

    uint256 public timestamp = 1_800_000_000;
    uint256 public supply;
    mapping(uint256 meter => Ghost) public ghosts;
    MeterTerms[] private _terms;
    mapping(bytes32 action => uint256) public done;

    constructor(MeterEscrow escrow_, TestAusd token_) {
        escrow = escrow_;
        token = token_;
        vm.warp(timestamp);
        uint128[6] memory rates = [uint128(277e12), 0, 1, 385e9, 3.85e12, 123_456_789_012_345_678];
        for (uint256 i = 0; i < METERS; i++) {
            _terms.push(
                MeterTerms({
                    payer: payerOf(i),
                    merchant: merchants[i % 3 == 0 ? 1 : 0],
                    operator: operator,
                    token: address(token),
                    feeRecipient: feeRecipient,
                    feeBps: uint16(i * 200),
                    ratePerSecond: rates[i],
                    maxSeconds: uint32(60 + i * 50_000),
                    stopGrace: uint32(i * 43_200),
                    openBy: uint40(timestamp + 1 days),
                    expiry: uint40(timestamp + 1 days + 60 + i * 50_000 + (i % 2) * 10 days),
                    salt: bytes32(i)
                })
            );
        }
        for (uint256 i = 0; i < 2; i++) {
            token.mint(vm.addr(_keys[i]), 1e12);
            supply += 1e12;
        }
    }

    function termsOf(uint256 meter) external view returns (MeterTerms memory) {
        return _terms[meter];
    }

    function payerOf(uint256 meter) public view returns (address) {
        return vm.addr(_keys[meter % 2]);
    }

    function pass(uint256 elapsed) external {
        timestamp += elapsed % 3 == 0 ? bound(elapsed, 0, 200_000) : bound(elapsed, 0, 400);
        vm.warp(timestamp);
    }

    function open(uint256 meter) external {
        meter = bound(meter, 0, METERS - 1);
        MeterTerms memory terms = _terms[meter];
        Ghost storage ghost = ghosts[meter];
        uint256 exact = uint256(terms.ratePerSecond) * terms.maxSeconds;
        uint256 deposit = exact / 1e12 + (exact % 1e12 == 0 ? 0 : 1);
        bytes memory signature = signOpening(meter, deposit);
        vm.prank(operator);
        try escrow.open(terms, signature) {
            require(!ghost.opened && timestamp < terms.openBy, "opened twice or late");
            (ghost.opened, ghost.openedAt, ghost.deposit) = (true, timestamp, deposit);
            done["open"]++;
        } catch {
            require(ghost.opened || timestamp >= terms.openBy || blocked(terms.payer), "did not open");
        }
    }

    function settle(uint256 meter, uint32 toSecond) external {
        meter = bound(meter, 0, METERS - 1);
        toSecond = toSecond % 400_000;
        vm.prank(operator);
        try escrow.settle(_terms[meter], toSecond) {
            bill(meter, toSecond);
        } catch {
            require(!ghosts[meter].opened || token.isTransferPaused(), "did not settle");
        }
    }

    function settleBatch(uint32 toSecond, uint8 mask) external {
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = batch(toSecond, mask);
        vm.prank(operator);
        try escrow.settleBatch(terms, toSeconds) {
            for (uint256 i = 0; i < METERS; i++) {
                if (mask & (1 << i) != 0 && ghosts[i].opened) bill(i, toSeconds[i]);
            }
            done["settleBatch"]++;
        } catch {
            require(token.isTransferPaused(), "batch did not settle");
        }
    }

    function close(uint256 meter, uint32 toSecond) external {
        meter = bound(meter, 0, METERS - 1);
        toSecond = toSecond % 400_000;
        vm.prank(operator);
        try escrow.close(_terms[meter], toSecond) {
            bill(meter, toSecond);
            ghosts[meter].ended = true;
            done["close"]++;
        } catch {
            require(!ghosts[meter].opened || token.isTransferPaused(), "did not close");
        }
    }

    function closeBatch(uint32 toSecond, uint8 mask) external {
        if (toSecond % 4 != 0) return;
        (MeterTerms[] memory terms, uint32[] memory toSeconds) = batch(toSecond, mask);
        vm.prank(operator);
        try escrow.closeBatch(terms, toSeconds) {
            for (uint256 i = 0; i < METERS; i++) {
                if (mask & (1 << i) == 0 || !ghosts[i].opened) continue;
                bill(i, toSeconds[i]);
                ghosts[i].ended = true;
            }
        } catch {
            require(token.isTransferPaused(), "batch did not close");
        }
    }

    function stop(uint256 meter) external {
        meter = bound(meter, 0, METERS - 1);
        Ghost storage ghost = ghosts[meter];
        vm.prank(_terms[meter].payer);
        try escrow.stop(_terms[meter]) {
            require(ghost.opened && !ghost.ended && ghost.stoppedAt == 0, "stopped what it should not");
            ghost.stoppedAt = timestamp;
            done["stop"]++;
        } catch {
            require(!ghost.opened || ghost.ended || ghost.stoppedAt != 0, "did not stop");
        }
    }

    function reclaim(uint256 meter, address sender) external {
        meter = bound(meter, 0, METERS - 1);
        Ghost storage ghost = ghosts[meter];
        MeterTerms memory terms = _terms[meter];
        bool due = timestamp >= terms.expiry || (ghost.stoppedAt != 0 && timestamp >= ghost.stoppedAt + terms.stopGrace);
        vm.prank(sender);
        try escrow.reclaim(terms) {
            require(ghost.opened && !ghost.ended && due, "reclaimed what it should not");
            ghost.ended = true;
            done["reclaim"]++;
        } catch {
            require(!ghost.opened || ghost.ended || !due || token.isTransferPaused(), "did not reclaim");
        }
    }

    function withdrawCredit(uint256 account, address sender) external {
        vm.prank(sender);
        try escrow.withdrawCredit(address(token), accountAt(account)) {
            done["withdrawCredit"]++;
        } catch {}
    }

    function freeze(uint256 account, bool isFrozen) external {
        if (isFrozen && account % 2 == 0) token.freeze(accountAt(account));
        else token.unfreeze(accountAt(account));
    }

    function pause(uint256 chance) external {
        token.setIsTransferPaused(chance % 4 == 0);
    }

    /// @notice Whoever is not named by the terms tries everything; nothing may succeed.
    function trespass(uint256 meter, address sender, uint32 toSecond) external {
        MeterTerms memory terms = _terms[bound(meter, 0, METERS - 1)];
        if (sender == operator || sender == terms.payer) return;
        bytes[5] memory calls = [
            abi.encodeCall(escrow.open, (terms, "")),
            abi.encodeCall(escrow.settle, (terms, toSecond)),
            abi.encodeCall(escrow.close, (terms, toSecond)),
            abi.encodeCall(escrow.stop, (terms)),
            abi.encodeCall(escrow.stopBySig, (terms, ""))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(sender);
            (bool success,) = address(escrow).call(calls[i]);
            require(!success, "a stranger succeeded");
        }
    }

    function accountAt(uint256 index) public view returns (address) {
        address[5] memory accounts = [payerOf(0), payerOf(1), merchants[0], merchants[1], feeRecipient];
        return accounts[index % 5];
    }

    /// @dev The model: clamped to maximum, stop, expiry and now, counted from the opening, never less than before.
    function bill(uint256 meter, uint256 toSecond) private {
        Ghost storage ghost = ghosts[meter];
        if (ghost.ended) return;
        MeterTerms memory terms = _terms[meter];
        uint256 end = timestamp < terms.expiry ? timestamp : terms.expiry;
        if (ghost.stoppedAt != 0 && ghost.stoppedAt < end) end = ghost.stoppedAt;
        uint256 second = end - ghost.openedAt;
        if (second > terms.maxSeconds) second = terms.maxSeconds;
        if (second > toSecond) second = toSecond;
        if (second <= ghost.billedSeconds) return;
        ghost.billedSeconds = second;
        ghost.gross = uint256(terms.ratePerSecond) * second / 1e12;
        ghost.fee = ghost.gross * terms.feeBps / 10_000;
        done["bill"]++;
    }

    function batch(uint32 toSecond, uint8 mask)
        private
        view
        returns (MeterTerms[] memory terms, uint32[] memory toSeconds)
    {
        terms = new MeterTerms[](METERS);
        toSeconds = new uint32[](METERS);
        for (uint256 i = 0; i < METERS; i++) {
            terms[i] = _terms[i];
            if (mask & (1 << i) == 0) terms[i].salt = "unknown";
            toSeconds[i] = uint32((uint256(toSecond) * (i + 1)) % 400_000);
        }
    }

    function blocked(address payer) private view returns (bool) {
        return token.isTransferPaused() || token.isAccountFrozen(payer);
    }

    function signOpening(uint256 meter, uint256 deposit) private view returns (bytes memory) {
        MeterTerms memory terms = _terms[meter];
        bytes32 structHash =
            keccak256(abi.encode(RECEIVE_TYPEHASH, terms.payer, escrow, deposit, 0, terms.openBy, escrow.getId(terms)));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[meter % 2], digest);
        return abi.encodePacked(r, s, v);
    }
}
